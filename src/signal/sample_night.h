// A simulated night: two EEG channels and one EOG channel, with the simulated sleep stages as annotations. Each seed
// simulates a different sleeper (rhythms, amplitudes, order of stages) and gives the same bytes on every machine. It
// tests training and staging technically; it is no substitute for real sleep recordings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"

namespace eegate {

struct SampleNightOptions {
  std::uint64_t seed = 1;
  std::size_t n_epochs = 960;  // of 30 s
};

// The stage of each epoch, 0 W, 1 N1, 2 N2, 3 N3, 4 R: cycles of about 90 minutes, with N3 mostly in the first ones and
// R in the last ones.
std::vector<int> sample_night_stages(const SampleNightOptions& options);
// The night as an EDF+ file at 100 Hz: "EEG Fpz-Cz", "EEG Pz-Oz", "EOG horizontal", annotations "Sleep stage W" ...
Result<std::vector<std::byte>> make_sample_night(const SampleNightOptions& options = {});

}  // namespace eegate
