// Agreement of two scorings of one night: confusion matrix, share of equal epochs, Cohen's kappa.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/result.h"
#include "sleep/hypnogram.h"
#include "sleep/sleep_statistics.h"

namespace eegate {

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
