// A simulated recording for demonstrations: 64 channels, eyes open and then closed, with components of real EEG (1/f
// background, alpha rhythm, blinks, mains, drift). The same seed gives the same bytes on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
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

// White noise with variance 1, nearly normal: the sum of four uniform 16-bit numbers.
inline double white_noise(const Rng& rng, std::uint64_t i) {
  const std::uint64_t bits = rng.bits(i);
  double sum = -2 * 65535.0;
  for (int part = 0; part < 4; ++part) sum += static_cast<double>((bits >> (16 * part)) & 0xFFFF);
  return sum * (std::numbers::sqrt3 / 65536);
}

}  // namespace eegate
