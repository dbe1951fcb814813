// How far apart two sets of values are, for CHECK(largest_difference(a, b) < 1e-9). std::max drops a NaN that is its
// second argument, so that an output full of NaN would count as equal to anything; here it makes the result NaN, with
// which no comparison is true.
#pragma once

#include <cmath>
#include <iterator>
#include <limits>

namespace eegate::test {

// The largest of the values taken so far, at least 0. NaN as soon as one of them was NaN or infinite.
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

// 0 for two equal infinities, NaN where either is NaN.
inline double difference(double a, double b) { return a == b ? 0 : std::fabs(a - b); }

// NaN where the lengths differ, where either holds a NaN and where an infinity meets anything but itself.
template <class A, class B>
double largest_difference(const A& a, const B& b) {
  if (std::size(a) != std::size(b)) return std::numeric_limits<double>::quiet_NaN();
  Largest largest;
  auto other = std::begin(b);
  for (const auto value : a) largest.take(difference(static_cast<double>(value), static_cast<double>(*other++)));
  return largest.value();
}

// NaN where a value is NaN or infinite: such values give no scale to measure differences by.
template <class A>
double largest_magnitude(const A& a) {
  Largest largest;
  for (const auto value : a) largest.take(std::fabs(static_cast<double>(value)));
  return largest.value();
}

}  // namespace eegate::test
