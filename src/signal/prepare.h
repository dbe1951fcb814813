// Recording + recipe -> epochs [count, C, T]. Training, prediction, command line and page all use it, so that a model
// receives the same preprocessing everywhere.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/epochs.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

// The result that will be computed, known before any sample is filtered.
struct PreparePlan {
  std::vector<std::string> ch_names;  // as requested, in this order
  std::vector<std::size_t> channels;  // their indices in the recording
  double sfreq = 0;                   // Hz, after resampling
  std::size_t n_times = 0;            // samples of every epoch
  std::vector<Epoch> epochs;
  std::vector<std::string> labels;  // by Epoch::label_index
  std::vector<LeftOut> left_out;
  Warnings warnings;

  std::size_t n_chans() const { return channels.size(); }
};

struct PrepareOptions {
  // Channels to use if the recipe picks none; if this is empty too, the main channels of the recording.
  std::vector<std::string> ch_names;
  // A segment of at most this many values is filtered as a whole; longer ones in blocks with margins as long as the
  // impulse responses of the filters.
  std::size_t whole_floats = std::size_t{32} << 20;
  std::size_t block_floats = std::size_t{4} << 20;
};

class Preparation {
 public:
  // Reads the padded tail, and for an average reference finds constant channels; filters nothing. `recording` must
  // outlive the result; if the recipe cuts epochs by annotation, all its annotations must have been read. Errors:
  // PICK_MISSING, PICK_RATE, REFERENCE_MISSING, DSP_*, EPOCH_*, RECIPE_VALUE without `epochs`, RECORDING_FLAT.
  static Result<Preparation> open(const Recording& recording, const Recipe& recipe, const PrepareOptions& options = {});
  ~Preparation();
  Preparation(Preparation&&) noexcept;
  Preparation& operator=(Preparation&&) noexcept;

  const PreparePlan& plan() const;

  // Computes epochs [first, first + count) in uV: out is [count, n_chans, n_times]. Filtered blocks are cached, so
  // consecutive calls are efficient.
  Result<> epochs(std::size_t first, std::size_t count, std::span<float> out);

  // Does the next short part of the work that epochs(first, 1) needs, and returns the fraction that is done, 1 at the
  // end. Allows progress reports and cancellation between calls.
  Result<double> advance(std::size_t first);

 private:
  struct State;
  explicit Preparation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct PreviewSamples {
  double sfreq = 0;
  double start_s = 0;  // of the first sample
  std::size_t n_times = 0;
  std::vector<float> values;  // uV [channels.size(), n_times]; NaN where the recording has no samples, and after a
                              // filter or reference also in its padded tail
};

// Reference, notch and band-pass of a recipe for a short range, equal to the result for the whole recording: more
// samples are read on both sides and discarded. `channels` are of one rate, and `duration_s` is not negative.
// Errors: PICK_RATE, REFERENCE_MISSING, DSP_*.
Result<PreviewSamples> preview(const Recording& recording, std::span<const std::size_t> channels, double start_s,
                               double duration_s, const Recipe& recipe);

}  // namespace eegate
