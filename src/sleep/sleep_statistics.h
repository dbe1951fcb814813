// The statistics of a sleep report by the definitions of the AASM manual (docs/SLEEP.md lists each of them).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/result.h"
#include "sleep/hypnogram.h"

namespace eegate {

using StageMatrix = std::array<std::array<std::uint64_t, kScoredStages>, kScoredStages>;

struct SleepStatistics {
  double time_in_bed_min = 0;               // lights off to lights on
  double total_sleep_min = 0;               // N1 + N2 + N3 + R
  double sleep_period_min = 0;              // sleep onset to the end of the last epoch of sleep
  double sleep_efficiency = 0;              // total sleep / time in bed, per cent
  double sleep_maintenance = 0;             // total sleep / sleep period, per cent
  double wake_after_onset_min = 0;          // W between sleep onset and lights on
  double wake_in_period_min = 0;            // W within the sleep period
  double unscored_min = 0;                  // no stage, or movement time
  std::optional<double> sleep_latency_min;  // lights off to the first epoch of sleep; nothing if there is no sleep
  std::optional<double> rem_latency_min;    // sleep onset to the first epoch of R
  std::array<double, kScoredStages> stage_min = {};
  std::array<double, kScoredStages> stage_percent = {};  // of total sleep; W: of time in bed
  std::uint64_t n_epochs = 0, n_awakenings = 0;          // awakenings: from sleep to W in neighbouring epochs
  std::uint64_t n_stage_shifts = 0;                      // neighbouring epochs of different stages
  StageMatrix transitions = {};  // [from][to] of neighbouring scored epochs, the same stage included
};

// From the epochs between lights off and lights on. Error SLEEP_LIGHTS if there are none.
Result<SleepStatistics> sleep_statistics(const Hypnogram& hypnogram);

}  // namespace eegate
