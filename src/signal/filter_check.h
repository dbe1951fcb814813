// Whether a filter that was designed is the one that was asked for: coefficients are rounded, and a band that is very
// narrow or very near to 0 Hz leaves nothing of it.
#pragma once

#include <initializer_list>
#include <span>

#include "kernels/biquad.h"

namespace eegate {

struct WantedGain {
  double hz = 0;
  double lowest = 0, highest = 0;
};
// At an edge of a Butterworth filter: -3 dB, give or take half a decibel.
constexpr WantedGain at_edge(double hz) { return {hz, 0.66, 0.76}; }
// Where a filter passes.
constexpr WantedGain in_band(double hz) { return {hz, 0.66, 1.01}; }

// All coefficients are finite, poles lie inside the unit circle so far that the filter forgets (kMostMemory), and one
// pass has these gains.
bool is_sound(std::span<const Biquad> sections, double sfreq, std::initializer_list<WantedGain> gains);

}  // namespace eegate
