#include "signal/standardize.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

namespace eegate::standardize_test {
namespace {

using Catch::Approx;

std::vector<float> standardized(std::vector<float> x, std::size_t n_chans, Standardization how) {
  standardize_epoch(Matrix(x.data(), n_chans, x.size() / n_chans), how);
  return x;
}

TEST_CASE("zscore divides by the deviation with divisor T", "[signal]") {
  const auto y = standardized({1, 2, 3, 6}, 1, Standardization::kZscore);
  const double deviation = std::sqrt(14.0 / 4) + 1e-6;
  CHECK(y[0] == Approx(-2 / deviation));
  CHECK(y[3] == Approx(3 / deviation));
}

TEST_CASE("zscore_torch divides by the deviation with divisor T - 1", "[signal]") {
  const auto y = standardized({1, 2, 3, 6}, 1, Standardization::kZscoreTorch);
  CHECK(y[3] == Approx(3 / (std::sqrt(14.0 / 3) + 1e-5)));
}

TEST_CASE("zscore_trial keeps the ratios between channels", "[signal]") {
  const auto y = standardized({-1, 1, -3, 3}, 2, Standardization::kZscoreTrial);
  CHECK(y[1] == Approx(1 / (std::sqrt(5.0) + 1e-6)));
  CHECK(y[3] / y[1] == Approx(3));
}

TEST_CASE("A constant channel becomes zero instead of noise", "[signal]") {
  for (const char* name : {"zscore", "zscore_math", "zscore_keras", "zscore_torch", "zscore_trial"}) {
    CAPTURE(name);
    const auto how = kStandardizations.find(name);
    REQUIRE(how.has_value());
    CHECK(kStandardizations.name_of(*how) == name);
    CHECK(standardized({0.1f, 0.1f, 0.1f}, 1, *how) == std::vector<float>{0, 0, 0});
  }
}

TEST_CASE("none leaves an epoch unchanged, and unknown names are not found", "[signal]") {
  CHECK(standardized({1, 2}, 1, Standardization::kNone) == std::vector<float>{1, 2});
  CHECK_FALSE(kStandardizations.find("zzscore").has_value());
}

}  // namespace
}  // namespace eegate::standardize_test
