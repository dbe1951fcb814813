// Second-order filter sections over many channels at once (scipy.signal.sosfilt). State and arithmetic are double;
// products and sums are never fused, so that every CPU target and WebAssembly compute the same bits. Direct form II,
// transposed:
//   y = b0 x + s1;   s1 <- (b1 x + s2) - a1 y;   s2 <- b2 x - a2 y
#pragma once

#include <cstddef>
#include <span>

namespace eegate {

// Coefficients of one section; a0 is 1.
struct Biquad {
  double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;
};

enum class TimeDirection { kForward, kBackward };

// Filters `signal` in place, from its first sample to its last or in the opposite direction.
//   signal [n_times, n_chans]  interleaved, so that SIMD lanes are channels
//   state  [2, n_chans]        s1 of every channel, then s2; the initial state, replaced by the final one
void biquad_filter(std::span<double> signal, std::span<double> state, const Biquad& section, TimeDirection direction);

}  // namespace eegate
