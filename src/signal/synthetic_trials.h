// A synthetic recording with known ground truth: trials of pink noise, half of which contain a rhythm at known
// electrodes. Used to test whether a model detects it and whether explanations point at it. The same bits on every
// machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

struct SyntheticTrialOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> ch_names = {"C3"};  // electrodes of the rhythm
  double hz = 10;
  double begin_s = 0.5, end_s = 1.5;  // time of the rhythm within a trial
  double strength = 1;                // amplitude of the rhythm relative to the noise
  double noise_uv = 20;               // standard deviation of the noise at every electrode
  std::size_t n_trials = 160;
};

// Annotations of the trials: half of them, in random order, have the rhythm.
inline constexpr std::string_view kSyntheticLabels[] = {"rhythm", "none"};
inline constexpr double kSyntheticTrial_s = 2, kSyntheticSfreq = 80;

// EDF+ with 19 electrodes of the 10-20 system and one annotation for each trial. Error PLANTED_VALUE.
Result<std::vector<std::byte>> make_synthetic_trials(const SyntheticTrialOptions& options = {});

}  // namespace eegate
