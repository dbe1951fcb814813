// A recording in which the truth is planted: trials of noise, in half of which a rhythm is hidden at known electrodes.
// Whether a model finds it, and whether an explanation points at it, can then be told. The same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

struct PlantedOptions {
  std::uint64_t seed = 1;
  std::vector<std::string> ch_names = {"C3"};  // where the rhythm is
  double hz = 10;
  double begin_s = 0.5, end_s = 1.5;  // when, in the trial
  double strength = 1;   // power of the rhythm while it lasts, in that of the noise, as a ratio of amplitudes
  double noise_uv = 20;  // standard deviation of the noise at every electrode
  std::size_t n_trials = 160;
};

// Half of the trials, in a random order: "rhythm" and "none".
inline constexpr std::string_view kPlantedLabels[] = {"rhythm", "none"};
inline constexpr double kPlantedTrial_s = 2, kPlantedSfreq = 80;

// EDF+ with 19 electrodes of the 10-20 system and one annotation for each trial. Error PLANTED_VALUE.
Result<std::vector<std::byte>> make_planted_edf(const PlantedOptions& options = {});

}  // namespace eegate
