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

// Agreement of two scorings of one night: confusion matrix, share of equal epochs, Cohen's kappa.

struct StageAgreement {
  StageMatrix confusion = {};    // [first scorer][second scorer]
  std::uint64_t n_compared = 0;  // epochs that both scored
  std::uint64_t n_left_out = 0;  // epochs without a stage in one of them
  double agreement = 0;          // share of compared epochs, 0 to 1
  std::optional<double> kappa;   // Cohen's; empty if both used only one and the same stage
  std::array<std::optional<double>, kScoredStages> stage_kappa;  // this stage against all others
};

// Compares epochs at the same time of the recording. Warnings: HYP_LENGTH if the lengths differ by more than an epoch,
// HYP_EPOCH if the epochs of both do not begin at the same times. Errors: HYP_EPOCH for epochs of different lengths,
// HYP_LENGTH if no epoch is scored by both.
Result<StageAgreement> compare_stages(const Hypnogram& first, const Hypnogram& second, Warnings& warnings);

}  // namespace eegate
