// Recording + recipe -> epochs [count, C, T]. The one path that training, prediction, command line
// and page share, so that a model sees at work what it saw in training.
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

// What will be made, known before a sample is filtered.
struct PreparePlan {
  std::vector<std::string> ch_names;  // as they were asked for, in this order
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
  // Channels where the recipe picks none; if this is empty too, the main channels of the recording.
  std::vector<std::string> ch_names;
  // A stretch of at most this many values is filtered whole; a longer one block by block, with
  // margins in which the filters forget what they did not see.
  std::size_t whole_floats = std::size_t{32} << 20;
  std::size_t block_floats = std::size_t{4} << 20;
};

class Preparation {
 public:
  // Reads the padded tail, and for an average reference which channels are flat; filters nothing.
  // `recording` must outlive the result, with all its annotations read if the recipe cuts by
  // annotation. Errors: PICK_MISSING, PICK_RATE, REFERENCE_MISSING, DSP_*, EPOCH_*, RECIPE_VALUE
  // without `epochs`.
  static Result<Preparation> open(const Recording& recording, const Recipe& recipe, const PrepareOptions& options = {});
  ~Preparation();
  Preparation(Preparation&&) noexcept;
  Preparation& operator=(Preparation&&) noexcept;

  const PreparePlan& plan() const;

  // Epochs [first, first + count) in uV: out is [count, n_chans, n_times]. Filters what is not
  // filtered yet; consecutive calls go on with the same block.
  Result<> epochs(std::size_t first, std::size_t count, std::span<float> out);

  // Does the next short piece of the work that epochs(first, 1) would have to wait for. Returns how
  // much of it is done, 1 when there is none left. For progress and for giving up between two
  // calls.
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
  std::vector<float> values;  // uV [channels.size(), n_times]; NaN where the recording has nothing
};

// Reference, notch and band-pass of a recipe over a short range, as the whole recording would show
// it: more is read on both sides and cut off. Errors: PICK_RATE, REFERENCE_MISSING, DSP_*.
Result<PreviewSamples> preview(const Recording& recording, std::span<const std::size_t> channels, double start_s,
                               double duration_s, const Recipe& recipe);

}  // namespace eegate
