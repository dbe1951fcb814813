// How far two scorings of one night agree: epoch by epoch, Cohen's kappa, confusion.
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
  std::uint64_t n_left_out = 0;  // epochs that one of them has no stage for
  double agreement = 0;          // share of compared epochs, 0 to 1
  std::optional<double> kappa;   // Cohen's; nothing where both used one and the same stage only
  std::array<std::optional<double>, kScoredStages> stage_kappa;  // this stage against all others
};

// Epochs at the same time of the recording. Warnings: HYP_LENGTH where one is longer by more than an epoch, HYP_EPOCH
// where the epochs of one begin within those of the other. Errors: HYP_EPOCH for epochs of different lengths,
// HYP_LENGTH where no epoch is scored by both.
Result<StageAgreement> compare_stages(const Hypnogram& first, const Hypnogram& second, Warnings& warnings);

}  // namespace eegate
