// Counter-based random numbers: value i of a stream depends only on (seed, purpose, i), so that a seed gives the same
// numbers on every target and for any number of workers.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/portable_math.h"

namespace eegate {

// FNV-1a hash (Fowler, Noll, Vo) of the name of a purpose: each purpose ("init", "dropout", "sample") has its own
// stream.
constexpr std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

class Rng {
 public:
  Rng(std::uint64_t seed, std::string_view purpose) : key_(fnv1a64(purpose) ^ seed) {}

  // 64 random bits at position i: SplitMix64 (Steele, Lea and Flood 2014) of the counter.
  std::uint64_t bits(std::uint64_t i) const {
    std::uint64_t z = key_ + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // [0, 1)
  double uniform(std::uint64_t i) const { return static_cast<double>(bits(i) >> 11) * 0x1p-53; }
  // [-1, 1) with 24 bits: the generator of the large reference cases.
  double symmetric24(std::uint64_t i) const { return static_cast<double>(bits(i) >> 40) / 8388608.0 - 1.0; }
  // Standard normal by the Box-Muller transform; uses positions 2i and 2i + 1.
  double normal(std::uint64_t i) const {
    const double radius = std::sqrt(-2.0 * portable::log(1 - uniform(2 * i)));  // the difference is exact
    return radius * portable::cos_turns(uniform(2 * i + 1));
  }

 private:
  std::uint64_t key_;
};

}  // namespace eegate
