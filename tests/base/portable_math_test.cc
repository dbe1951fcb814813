#include "base/portable_math.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>

#include "support/close_to.h"

namespace eegate::portable_math_test {
namespace {

using Catch::Approx;

TEST_CASE("The portable functions agree with the library's", "[base][bits]") {
  test::Largest sin_error, cos_error, tan_error, exp_error, log_error;
  for (int i = -20000; i <= 20000; ++i) {
    const double x = i * 0.00237;
    sin_error.take(std::fabs(portable::sin(x) - std::sin(x)));
    cos_error.take(std::fabs(portable::cos(x) - std::cos(x)));
    exp_error.take(std::fabs(portable::exp(x) / std::exp(x) - 1));
    const double narrow = i * 7.5e-5;
    if (i != 0) tan_error.take(std::fabs(portable::tan(narrow) / std::tan(narrow) - 1));
    const double positive = std::exp(x / 4);
    log_error.take(std::fabs(portable::log(positive) - std::log(positive)));
  }
  CHECK(sin_error.value() < 5e-16);
  CHECK(cos_error.value() < 5e-16);
  CHECK(tan_error.value() < 1e-15);
  CHECK(exp_error.value() < 1e-15);
  CHECK(log_error.value() < 5e-15);
}

TEST_CASE("Quarter turns are exact", "[base][bits]") {
  CHECK(portable::sin_turns(0) == 0);
  CHECK(portable::sin_turns(0.25) == 1);
  CHECK(portable::cos_turns(0.5) == -1);
  CHECK(portable::cos_turns(0.25) == 0);
  CHECK(portable::sin_turns(1e9 + 0.125) == Approx(std::numbers::sqrt2 / 2).epsilon(1e-15));
  CHECK(portable::sin_turns(-0.25) == -1);
}

TEST_CASE("exp and log handle their limits", "[base][bits]") {
  CHECK(portable::exp(0) == 1);
  CHECK(portable::exp(-1000) == 0);
  CHECK(std::isinf(portable::exp(1000)));
  CHECK(portable::log(1) == 0);
  CHECK(std::isinf(portable::log(0)));
  CHECK(std::isinf(portable::log(HUGE_VAL)));
  CHECK(std::isnan(portable::log(-1)));
  CHECK(std::isnan(portable::exp(NAN)));
  CHECK(portable::log1p(1e-20) == 1e-20);
  for (double x = 1e-9; x < 1; x *= 1.7) CHECK(portable::log1p(x) == Approx(std::log1p(x)).epsilon(1e-14));
}

}  // namespace
}  // namespace eegate::portable_math_test
