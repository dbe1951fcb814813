// The steps of a recipe that operate on the continuous signal: reference, notch, band-pass, resampling. Output is
// computed in blocks, each from enough additional input on both sides for the impulse responses of the filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "signal/filter.h"
#include "signal/recipe.h"
#include "signal/resample.h"

namespace eegate {

// The steps, designed for one sampling rate. Rows are the channels that are read: first the picked ones, then those
// that are only used as reference.
struct ContinuousSteps {
  double sfreq_in = 0, sfreq_out = 0;
  std::size_t n_rows = 0, n_picked = 0;
  std::vector<std::size_t> reference_sources, reference_targets;  // row indices; no sources: no reference
  Sections notch, bandpass;
  FilterMode mode = FilterMode::kZeroPhase;  // of notch and band-pass
  std::optional<Resampler> resampler;

  // Input samples on each side of a block beyond which the signal changes the block by less than 1e-12.
  std::uint64_t margin() const;
  // The minimum length of a segment that can be filtered is one sample more than this.
  std::uint64_t shortest() const;
  std::uint64_t n_out(std::uint64_t n_in) const { return resampler ? resampler->n_out(n_in) : n_in; }
};

// Designs filters and resampler of a recipe; the caller sets rows and references. Errors: DSP_*.
Result<ContinuousSteps> design_steps(const Recipe& recipe, double sfreq);

// Reads stored samples [first, first + n) into out [n_rows, n].
using ReadRows = std::function<Result<>(std::uint64_t first, std::uint64_t n, float* out)>;

// The range of a segment without a gap in the stored samples.
struct StoredRange {
  std::uint64_t first = 0, n = 0;
};

class ContinuousBlock {
 public:
  // Computes outputs [first_out, first_out + n_out) of one segment. `steps` must outlive the block.
  ContinuousBlock(const ContinuousSteps& steps, StoredRange segment, std::uint64_t first_out, std::uint64_t n_out);

  bool is_done() const { return n_chunks_done_ == n_chunks(); }
  double fraction_done() const;
  // Does one chunk of work: reads and references some seconds, or filters and resamples some channels.
  Result<> step(const ReadRows& read);

  std::uint64_t first_out() const { return first_out_; }
  std::uint64_t n_out() const { return n_out_; }
  // The result [n_picked, n_out], after is_done().
  ConstMatrix output() const;

 private:
  std::size_t n_read_chunks() const;
  std::size_t n_chunks() const;
  Result<> read_chunk(std::size_t chunk, const ReadRows& read);
  Result<> filter_chunk(std::size_t chunk);

  const ContinuousSteps& steps_;
  StoredRange segment_;
  std::uint64_t first_out_, n_out_;
  std::uint64_t first_in_ = 0;  // sample of the segment
  std::size_t n_in_ = 0;
  std::size_t n_chunks_done_ = 0;
  std::vector<float> input_;      // [n_picked, n_in]
  std::vector<float> resampled_;  // [n_picked, n_out], unless the rate stays
};

}  // namespace eegate
