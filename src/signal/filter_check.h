// Validation of designed filters: because coefficients are rounded, very narrow bands or bands very close to 0 Hz can
// result in a different filter than requested.
#pragma once

#include <initializer_list>
#include <span>

#include "kernels/biquad.h"

namespace eegate {

struct WantedGain {
  double hz = 0;
  double lowest = 0, highest = 0;
};
// At an edge of a Butterworth filter: -3 dB +- 0.5 dB.
constexpr WantedGain at_edge(double hz) { return {hz, 0.66, 0.76}; }
// Inside the passband.
constexpr WantedGain in_band(double hz) { return {hz, 0.66, 1.01}; }

// True if all coefficients are finite, the filter is stable with an impulse response shorter than kMaxMemory, and one
// pass has these gains.
bool is_sound(std::span<const Biquad> sections, double sfreq, std::initializer_list<WantedGain> gains);

}  // namespace eegate
