// Noise of simulated recordings, the same on every machine.
#pragma once

#include <cstdint>
#include <numbers>

#include "base/rng.h"

namespace eegate {

// White noise with variance 1, nearly normal: the sum of four uniform 16-bit numbers.
inline double white_noise(const Rng& rng, std::uint64_t i) {
  const std::uint64_t bits = rng.bits(i);
  double sum = -2 * 65535.0;
  for (int part = 0; part < 4; ++part) sum += static_cast<double>((bits >> (16 * part)) & 0xFFFF);
  return sum * (std::numbers::sqrt3 / 65536);
}

}  // namespace eegate
