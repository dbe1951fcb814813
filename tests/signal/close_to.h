// How far apart two signals are, for CHECK(largest_difference(a, b) < 1e-9).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace eegate::test {

template <class A, class B>
double largest_difference(const A& a, const B& b) {
  if (std::size(a) != std::size(b)) return std::numeric_limits<double>::infinity();
  double largest = 0;
  auto other = std::begin(b);
  for (const auto value : a) {
    const double difference = std::fabs(static_cast<double>(value) - static_cast<double>(*other++));
    if (!(difference <= largest)) largest = difference;  // a NaN is as far as it gets
  }
  return largest;
}

template <class A>
double largest_magnitude(const A& a) {
  double largest = 0;
  for (const auto value : a) largest = std::max(largest, std::fabs(static_cast<double>(value)));
  return largest;
}

}  // namespace eegate::test
