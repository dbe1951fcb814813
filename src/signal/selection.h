// What of a recording a recipe works on: channels, reference electrodes, stretches without gaps and
// padding.
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

// Indices of the channels that the recipe picks, else of `ch_names`, else of the main channels. All
// of one rate. Errors: PICK_MISSING, PICK_RATE.
Result<std::vector<std::size_t>> pick_channels(const Recording& recording, const Recipe& recipe,
                                               const std::vector<std::string>& ch_names);

// PICK_RATE unless the channels share one sampling rate and length.
Result<> check_one_rate(const Recording& recording, std::span<const std::size_t> channels);

// One stretch without a gap: where it is stored, and what of it is no padding.
struct StoredStretch {
  double onset_s = 0;
  StoredRange stored;
  std::uint64_t n_usable = 0;
};

// Of the rate and length of `channel`. The tail in which every voltage channel of that rate stands
// still was never recorded.
Result<std::vector<StoredStretch>> find_stretches(const Recording& recording, std::size_t channel);

// The channels whose mean is subtracted: those that the recipe names, or of `picked` those that are
// connected to a brain as far as one can see in `range`: no triggers, eyes, heart or muscles, not
// flat. Empty if the recipe has no reference. Error REFERENCE_MISSING.
Result<std::vector<std::size_t>> reference_channels(const Recording& recording, const Recipe& recipe,
                                                    std::span<const std::size_t> picked, StoredRange range);

// Electrodes beside the brain say so in their names: EOG, ECG, EKG, EMG.
bool is_other_organ(std::string_view name);

// Enters channels and reference into `steps`: rows are `shown` and then what else the reference
// needs. Returns the channel of every row.
std::vector<std::size_t> plan_rows(const Recording& recording, const Recipe& recipe, std::span<const std::size_t> shown,
                                   std::span<const std::size_t> reference, ContinuousSteps& steps);

}  // namespace eegate
