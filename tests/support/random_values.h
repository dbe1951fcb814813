// Reproducible values for tests.
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/rng.h"

namespace eegate::test {

// n values in [-scale, scale).
inline std::vector<float> random_values(std::size_t n, std::string_view purpose, double scale = 1.0) {
  const Rng rng(1, purpose);
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(scale * rng.symmetric24(i));
  return values;
}

// Values of the reference cases: a sin(s + 0.37 i).
inline std::vector<float> filled(std::size_t n, double s, double a = 0.5) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(a * std::sin(s + 0.37 * static_cast<double>(i)));
  return values;
}

}  // namespace eegate::test
