// The steps of a recipe that work on the continuous signal: reference, notch, band-pass,
// resampling. A block of their output is made in short pieces, from as much input on both sides as
// the filters remember.
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

// The steps, designed for one sampling rate. Rows are those that are read: the picked channels
// first, then those that only serve as reference.
struct ContinuousSteps {
  double sfreq_in = 0, sfreq_out = 0;
  std::size_t n_rows = 0, n_picked = 0;
  std::vector<std::size_t> reference_sources, reference_targets;  // rows; no sources: no reference
  Sections notch, bandpass;
  FilterMode mode = FilterMode::kZeroPhase;  // of both
  std::optional<Resampler> resampler;

  // Input on each side of a block after which the rest of the signal changes it by less than 1e-12.
  std::uint64_t margin() const;
  // A stretch must be longer than this to be filtered.
  std::uint64_t shortest() const;
  std::uint64_t n_out(std::uint64_t n_in) const { return resampler ? resampler->n_out(n_in) : n_in; }
};

// Filters and resampler of a recipe; rows and references are left to the caller. Errors: DSP_*.
Result<ContinuousSteps> design_steps(const Recipe& recipe, double sfreq);

// Fills out [n_rows, n] with stored samples [first, first + n).
using ReadRows = std::function<Result<>(std::uint64_t first, std::uint64_t n, float* out)>;

// Where a stretch without a gap lies among the stored samples.
struct StoredRange {
  std::uint64_t first = 0, n = 0;
};

class ContinuousBlock {
 public:
  // Outputs [first_out, first_out + n_out) of one stretch. `steps` must outlive the block.
  ContinuousBlock(const ContinuousSteps& steps, StoredRange stretch, std::uint64_t first_out, std::uint64_t n_out);

  bool is_done() const { return n_pieces_done_ == n_pieces(); }
  double fraction_done() const;
  // One piece: some seconds are read and referenced, or some channels filtered and resampled.
  Result<> step(const ReadRows& read);

  std::uint64_t first_out() const { return first_out_; }
  std::uint64_t n_out() const { return n_out_; }
  // [n_picked, n_out], once all is done.
  ConstMatrix output() const;

 private:
  std::size_t n_read_pieces() const;
  std::size_t n_pieces() const;
  Result<> read_piece(std::size_t piece, const ReadRows& read);
  Result<> filter_piece(std::size_t piece);

  const ContinuousSteps& steps_;
  StoredRange stretch_;
  std::uint64_t first_out_, n_out_;
  std::uint64_t first_in_ = 0;  // within the stretch
  std::size_t n_in_ = 0;
  std::size_t n_pieces_done_ = 0;
  std::vector<float> input_;      // [n_picked, n_in]
  std::vector<float> resampled_;  // [n_picked, n_out], unless the rate stays
};

}  // namespace eegate
