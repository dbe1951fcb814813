// The mask of dropout. Value i of a mask depends only on its random stream and i, so that any part of the mask can be
// computed anywhere and more than once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rng.h"

namespace eegate {

class DropoutMask {
 public:
  // A fraction `rate` of the values, 0 to 0.999, becomes 0; the others are multiplied by 1 / (1 - rate).
  DropoutMask(const Rng& rng, double rate)
      : rng_(rng), threshold_(static_cast<std::uint32_t>(rate * 0x1p32)), scale_(static_cast<float>(1 / (1 - rate))) {}

  // x[k] *= mask[first + k]. One draw of 64 bits decides on two neighbouring values.
  void apply(std::span<float> x, std::uint64_t first) const {
    std::size_t k = 0;
    if (first % 2 == 1 && !x.empty()) x[k++] *= factor(rng_.bits(first / 2) >> 32);
    for (; k + 1 < x.size(); k += 2) {
      const std::uint64_t bits = rng_.bits((first + k) / 2);
      x[k] *= factor(bits);
      x[k + 1] *= factor(bits >> 32);
    }
    if (k < x.size()) x[k] *= factor(rng_.bits((first + k) / 2));
  }

 private:
  float factor(std::uint64_t bits) const { return static_cast<std::uint32_t>(bits) < threshold_ ? 0.0F : scale_; }

  Rng rng_;
  std::uint32_t threshold_;
  float scale_;
};

}  // namespace eegate
