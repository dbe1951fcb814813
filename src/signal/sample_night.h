// A simulated night: two EEG channels and the eyes, with the stages that made them as annotations. Each seed is another
// sleeper: rhythms, their strengths and the order of the night differ. The same seed gives the same bytes on every
// machine. It shows that training and staging work; what real sleep looks like, only recordings can tell.
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

// 0 W, 1 N1, 2 N2, 3 N3, 4 R, of each epoch: cycles of some ninety minutes, deep sleep in the first ones, R in the
// last.
std::vector<int> sample_night_stages(const SampleNightOptions& options);
// As the bytes of an EDF+ file at 100 Hz: "EEG Fpz-Cz", "EEG Pz-Oz", "EOG horizontal", annotations "Sleep stage W" ...
Result<std::vector<std::byte>> make_sample_night(const SampleNightOptions& options = {});

}  // namespace eegate
