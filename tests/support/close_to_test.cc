// Tests of the comparisons that other tests use.
#include "support/close_to.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

using namespace eegate::test;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

namespace close_to_test {

TEST_CASE("the largest difference is found at every position", "[support]") {
  CHECK(largest_difference(Floats{1, 2, 3}, Doubles{1, 2, 3}) == 0);
  CHECK(largest_difference(Floats{9, 2, 3}, Doubles{1, 2, 3}) == 8);
  CHECK(largest_difference(Floats{1, 2, -3}, Doubles{1, 2, 3}) == 6);
  CHECK(largest_difference(Floats{}, Doubles{}) == 0);
  CHECK(largest_magnitude(Doubles{1, -4, 3}) == 4);
}

TEST_CASE("a NaN in either argument is close to nothing", "[support]") {
  const Doubles numbers = {1, 2, 3};
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    CAPTURE(place);
    Doubles holed = numbers;
    holed[place] = NAN;
    CHECK(std::isnan(largest_difference(holed, numbers)));
    CHECK(std::isnan(largest_difference(numbers, holed)));
    CHECK(std::isnan(largest_difference(holed, holed)));
    CHECK(std::isnan(largest_magnitude(holed)));
    CHECK_FALSE(largest_difference(holed, numbers) < 1e300);
    CHECK_FALSE(largest_difference(numbers, holed) <= 1e-9 * largest_magnitude(holed));
  }
  CHECK(std::isnan(largest_difference(Floats(3, NAN), numbers)));
}

TEST_CASE("values of different lengths are close to nothing", "[support]") {
  CHECK_FALSE(largest_difference(Floats{1, 2}, Doubles{1, 2, 3}) < 1e300);
  CHECK_FALSE(largest_difference(Floats{1, 2, 3}, Doubles{1, 2}) < 1e300);
  CHECK_FALSE(largest_difference(Floats{}, Doubles{0}) < 1e300);
}

TEST_CASE("an infinity equals only itself and is not a scale", "[support]") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(largest_difference(Doubles{1, inf}, Doubles{1, inf}) == 0);
  CHECK(largest_difference(Doubles{-inf, 1}, Doubles{-inf, 2}) == 1);
  for (const double other : {-inf, 1.0, static_cast<double>(NAN)}) {
    const Doubles a = {inf, 1}, b = {other, 1};
    CHECK_FALSE(largest_difference(a, b) <= 1e-9 * largest_magnitude(a));
    CHECK_FALSE(largest_difference(b, a) <= 1e-9 * largest_magnitude(a));
  }
  CHECK(std::isnan(largest_magnitude(Doubles{1, -inf})));
}

TEST_CASE("a NaN among values added one by one is remembered", "[support]") {
  for (const double odd : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    Largest largest;
    largest.take(1);
    CHECK(largest.value() == 1);
    largest.take(odd);
    largest.take(0);
    largest.take(5);
    CHECK(std::isnan(largest.value()));
  }
}

}  // namespace close_to_test
