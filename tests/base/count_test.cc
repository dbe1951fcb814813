#include "base/count.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

using namespace eegate;

namespace count_test {

TEST_CASE("only doubles within range are converted to counts", "[base]") {
  CHECK(to_count(0) == 0);
  CHECK(to_count(-0.0) == 0);
  CHECK(to_count(3.9) == 3);
  CHECK(to_count(100, 100) == 100);
  CHECK(to_count(0x1p53) == std::uint64_t{1} << 53);
  for (const double value : {-1e-9, 100.5, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")}) CHECK_FALSE(to_count(value, 100));
  CHECK_FALSE(to_count(0x1p54));
}

TEST_CASE("doubles are clamped to integer bounds, including NaN", "[base]") {
  CHECK(to_integer_within(2.7, -5, 5) == 2);
  CHECK(to_integer_within(-2.7, -5, 5) == -2);
  CHECK(to_integer_within(1e300, -5, 5) == 5);
  CHECK(to_integer_within(-HUGE_VAL, -5, 5) == -5);
  CHECK(to_integer_within(std::nan(""), -5, 5) == -5);
  CHECK(to_size_within(HUGE_VAL, 1, std::numeric_limits<std::uint32_t>::max()) ==
        std::numeric_limits<std::uint32_t>::max());
}

}  // namespace count_test
