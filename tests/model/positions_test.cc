#include "model/layers/positions.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

using namespace eegate;

namespace positions_test {

TEST_CASE("sinusoids have the values of their definition, at odd widths too", "[model]") {
  const auto interleaved = sinusoid_table(3, 4, false);
  const double want[] = {0,
                         1,
                         0,
                         1,
                         0.8414709848078965,
                         0.5403023058681398,
                         0.009999833334166664,
                         0.9999500004166653,
                         0.9092974268256817,
                         -0.4161468365471424,
                         0.01999866669333308,
                         0.9998000066665778};
  for (std::size_t i = 0; i < 12; ++i) CHECK(std::abs(static_cast<double>(interleaved[i]) - want[i]) < 1e-7);
  const auto odd = sinusoid_table(2, 3, false);
  CHECK(std::abs(static_cast<double>(odd[5]) - 0.0021544330233656045) < 1e-9);
  const auto parity = sinusoid_table(2, 4, true);
  CHECK(parity[4] == interleaved[4]);
  CHECK(parity[5] == interleaved[6]);
  CHECK(parity[6] == interleaved[5]);
  CHECK(parity[7] == interleaved[7]);
}

TEST_CASE("shifting a position rotates each pair of sine and cosine by one angle", "[model]") {
  const std::size_t width = 8, shift = 5;
  const auto table = sinusoid_table(50, width, false);
  for (std::size_t pair = 0; pair < width; pair += 2) {
    const double angle =
        static_cast<double>(shift) / std::pow(10000.0, static_cast<double>(pair) / static_cast<double>(width));
    for (std::size_t k = 0; k + shift < 50; ++k) {
      const double s = static_cast<double>(table[k * width + pair]),
                   c = static_cast<double>(table[k * width + pair + 1]);
      CHECK(std::abs(static_cast<double>(table[(k + shift) * width + pair]) -
                     (s * std::cos(angle) + c * std::sin(angle))) < 1e-6);
    }
  }
}

TEST_CASE("resampling positions interpolates between half-pixel centres and changes nothing at the same length",
          "[model]") {
  const std::vector<float> rows = {0, 1, 2, 3};
  const auto longer = resample_rows({rows.data(), 4, 1}, 6);
  const double want[] = {0, 0.5, 1.1666666, 1.8333333, 2.5, 3};
  for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(static_cast<double>(longer[i]) - want[i]) < 1e-6);
  CHECK(resample_rows({rows.data(), 4, 1}, 4) == rows);
}

}  // namespace positions_test
