// The parts of a recording that a recipe uses: channels, reference electrodes, segments without gaps and padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signal/continuous.h"
#include "signal/recipe.h"
#include "signal/recording.h"

namespace eegate {

// Indices of the channels that the recipe picks, otherwise of `ch_names`, otherwise of the main channels. All must have
// one rate. Errors: PICK_MISSING, PICK_RATE.
Result<std::vector<std::size_t>> pick_channels(const Recording& recording, const Recipe& recipe,
                                               const std::vector<std::string>& ch_names);

// Error PICK_RATE unless the channels have the same sampling rate and length.
Result<> check_one_rate(const Recording& recording, std::span<const std::size_t> channels);

// A segment without a gap: its range in the stored samples and the number of samples that are not padding.
struct StoredSegment {
  double onset_s = 0;
  StoredRange stored;
  std::uint64_t n_usable = 0;
};

// The segments of channels with the rate and length of `channel`, all of whose samples are usable.
std::vector<StoredSegment> stored_segments(const Recording& recording, std::size_t channel);

// The same without padding: a tail in which all voltage channels of that rate are constant. Reads the end of the
// recording.
Result<std::vector<StoredSegment>> find_segments(const Recording& recording, std::size_t channel);

// The channels whose mean is subtracted: those that the recipe names, or for an average reference those of `picked`
// that record EEG: no trigger, EOG, ECG or EMG channels, by name or type, not marked as bad, and not constant within
// `range`. Empty if the recipe has no reference. Error REFERENCE_MISSING.
Result<std::vector<std::size_t>> reference_channels(const Recording& recording, const Recipe& recipe,
                                                    std::span<const std::size_t> picked, StoredRange range);

// Whether a channel name contains EOG, ECG, EKG or EMG.
bool is_non_eeg_name(std::string_view name);

// Whether the type of a channel (Channel::type) is known, and is not that of electrodes at or in the brain.
bool is_non_eeg_type(std::string_view type);

// Sets the rows and references of `steps`: rows are `shown`, then the other channels that the reference needs. Returns
// the channel of each row.
std::vector<std::size_t> plan_rows(const Recording& recording, const Recipe& recipe, std::span<const std::size_t> shown,
                                   std::span<const std::size_t> reference, ContinuousSteps& steps);

}  // namespace eegate
