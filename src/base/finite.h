// True if no value is NaN or infinite.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace eegate {

inline bool all_finite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

inline bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

}  // namespace eegate
