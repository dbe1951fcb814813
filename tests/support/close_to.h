// Largest differences between values, for CHECK(largest_difference(a, b) < 1e-9). std::max ignores a NaN as its second
// argument, so an output full of NaN would count as equal to anything; these functions return NaN, for which all
// comparisons are false.
#pragma once

#include <cmath>
#include <iterator>
#include <limits>

namespace eegate::test {

// The largest of the values added so far, at least 0. NaN if any of them was NaN or infinite.
class Largest {
 public:
  void take(double value) {
    if (value <= value_) return;
    value_ = value > value_ && std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
  }
  double value() const { return value_; }

 private:
  double value_ = 0;
};

// 0 for two equal infinities, NaN if either is NaN.
inline double difference(double a, double b) { return a == b ? 0 : std::fabs(a - b); }

// NaN if the lengths differ, if either contains a NaN, or if an infinity is compared with another value.
template <class A, class B>
double largest_difference(const A& a, const B& b) {
  if (std::size(a) != std::size(b)) return std::numeric_limits<double>::quiet_NaN();
  Largest largest;
  auto other = std::begin(b);
  for (const auto value : a) largest.take(difference(static_cast<double>(value), static_cast<double>(*other++)));
  return largest.value();
}

// NaN if a value is NaN or infinite, because such values give no scale.
template <class A>
double largest_magnitude(const A& a) {
  Largest largest;
  for (const auto value : a) largest.take(std::fabs(static_cast<double>(value)));
  return largest.value();
}

}  // namespace eegate::test
