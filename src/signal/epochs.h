// Planning of epochs, by annotation or by window. Epochs never include a gap, the end of the data or a padded tail.
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

// A segment without a gap, at the sampling rate of the epochs.
struct EpochSegment {
  double onset_s = 0;           // of its first sample, relative to the start of the recording
  std::uint64_t n_samples = 0;  // without the padded tail
  std::uint64_t n_stored = 0;   // including the padded tail
};

struct Epoch {
  double onset_s = 0;  // of its first sample
  double duration_s = 0;
  std::string label;     // empty if unlabelled
  int label_index = -1;  // index in EpochPlan::labels
  std::size_t segment = 0;
  std::uint64_t first_sample = 0;  // within the segment
};

// Number of candidates that are not used for one reason: "start of data", "end of data", "gap", "padded tail", "not in
// labels".
struct LeftOut {
  std::string reason;
  std::size_t count = 0;
};

struct EpochPlan {
  std::size_t n_times = 0;  // samples of every epoch
  std::vector<Epoch> epochs;
  std::vector<std::string> labels;  // indexed by label_index
  std::vector<LeftOut> left_out;
  Warnings warnings;
};

// round(seconds * sfreq), ties to even. Values within 1e-6 of a tie count as ties, because of rounding errors.
std::int64_t sample_at(double seconds, double sfreq);

// Error EPOCH_LENGTH if epochs have no sample or there are too many.
Result<EpochPlan> plan_epochs(const EpochsStep& step, std::span<const EpochSegment> segments, double sfreq,
                              std::span<const Annotation> annotations);

}  // namespace eegate
