// Where epochs lie: by annotation or by window, never across a gap, the end of the data or a padded
// tail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

// One stretch without a gap at the rate at which epochs are cut.
struct Stretch {
  double onset_s = 0;           // of its first sample, in the time of the recording
  std::uint64_t n_samples = 0;  // that may be used
  std::uint64_t n_stored = 0;   // with the padded tail
};

struct Epoch {
  double onset_s = 0;  // of its first sample
  double duration_s = 0;
  std::string label;     // empty if nothing is known
  int label_index = -1;  // among EpochPlan::labels
  std::size_t stretch = 0;
  std::uint64_t first_sample = 0;  // within the stretch
};

// How many candidates were not used, and why: "start of data", "end of data", "gap", "padded tail",
// "not in labels".
struct LeftOut {
  std::string reason;
  std::size_t count = 0;
};

struct EpochPlan {
  std::size_t n_times = 0;  // samples of every epoch
  std::vector<Epoch> epochs;
  std::vector<std::string> labels;  // by label_index
  std::vector<LeftOut> left_out;
  Warnings warnings;
};

// round(seconds * sfreq), ties to even; what the arithmetic of doubles brings within 1e-6 of a tie
// is one.
std::int64_t sample_at(double seconds, double sfreq);

// Error EPOCH_LENGTH if an epoch would hold no sample.
Result<EpochPlan> plan_epochs(const EpochsStep& step, std::span<const Stretch> stretches, double sfreq,
                              std::span<const Annotation> annotations);

}  // namespace eegate
