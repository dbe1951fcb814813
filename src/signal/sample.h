// A simulated recording for demonstrations: 64 channels, eyes open and then closed, with components of real EEG (1/f
// background, alpha rhythm, blinks, mains, drift). The same seed gives the same bytes on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/recording.h"

namespace eegate {

struct SampleOptions {
  std::uint64_t seed = 1;
  double open_s = 60;    // eyes open; whole seconds
  double closed_s = 60;  // then eyes closed; whole seconds
};

struct SampleSignal {
  std::vector<std::string> ch_names;
  double sfreq = 0;
  std::size_t n_times = 0;
  std::vector<float> values;  // uV [ch_names.size(), n_times]
  std::vector<Annotation> annotations;
};

SampleSignal make_sample_signal(const SampleOptions& options = {});

// The same as an EDF+ file, whose header states that it is simulated.
Result<std::vector<std::byte>> make_sample_edf(const SampleOptions& options = {});

}  // namespace eegate
