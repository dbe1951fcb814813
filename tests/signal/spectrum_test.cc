#include "signal/spectrum.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numbers>

#include "base/rng.h"

namespace eegate::spectrum_test {
namespace {

TEST_CASE("A sine of 10 Hz has its published peak and half a square of power", "[signal]") {
  std::vector<float> x(1600);
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = static_cast<float>(std::sin(2 * std::numbers::pi * 10 * static_cast<double>(k) / 160));
  }
  const auto spectrum = welch(x, 160, 320, 160);
  REQUIRE(spectrum.ok());
  CHECK(spectrum->bin_hz == 0.5);
  CHECK(spectrum->density.size() == 161);
  CHECK(spectrum->density[20] == Catch::Approx(0.6666666666666666).epsilon(1e-6));
  CHECK(band_power(*spectrum, 0, 81) == Catch::Approx(0.5).epsilon(1e-6));
  CHECK(band_power(*spectrum, 8, 13) == Catch::Approx(0.5).epsilon(1e-6));
}

// The definition of the DFT: sum over k of the windowed samples times exp(-2 pi i f k).
double direct_density(const std::vector<float>& x, double sfreq, std::size_t bin) {
  const auto n = static_cast<double>(x.size());
  double mean = 0, re = 0, im = 0, window_power = 0;
  for (const float value : x) mean += static_cast<double>(value) / n;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / n;
    const double window = 0.5 - 0.5 * std::cos(angle);
    re += (static_cast<double>(x[k]) - mean) * window * std::cos(angle * static_cast<double>(bin));
    im += (static_cast<double>(x[k]) - mean) * window * std::sin(angle * static_cast<double>(bin));
    window_power += window * window;
  }
  const bool has_twin = bin != 0 && 2 * bin != x.size();
  return (has_twin ? 2 : 1) * (re * re + im * im) / (sfreq * window_power);
}

TEST_CASE("Any segment length is transformed exactly", "[signal]") {
  const std::size_t n = GENERATE(2, 3, 7, 8, 30, 97, 125, 320, 500, 256);
  const Rng rng(n, "spectrum");
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(rng.symmetric24(i));
  const auto spectrum = welch(x, 100, n, 0);
  REQUIRE(spectrum.ok());
  for (std::size_t bin = 0; bin <= n / 2; ++bin) {
    CHECK(spectrum->density[bin] == Catch::Approx(direct_density(x, 100, bin)).margin(1e-13));
  }
}

TEST_CASE("Segments start at the end of the previous one minus the overlap", "[signal]") {
  const Rng rng(1, "spectrum");
  std::vector<float> x(100);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(rng.symmetric24(i));
  const auto spectrum = welch(x, 100, 40, 10);  // from samples 0, 30 and 60
  REQUIRE(spectrum.ok());
  for (std::size_t bin = 0; bin <= 20; ++bin) {
    double sum = 0;
    for (const std::ptrdiff_t first : {0, 30, 60})
      sum += direct_density({x.begin() + first, x.begin() + first + 40}, 100, bin);
    CHECK(spectrum->density[bin] == Catch::Approx(sum / 3).margin(1e-13));
  }
}

TEST_CASE("A band includes its lower edge and excludes its upper", "[signal]") {
  const Spectrum spectrum{0.5, {1, 2, 4, 8, 16}};
  CHECK(band_power(spectrum, 0.5, 1.5) == 3);  // (2 + 4) * 0.5
  CHECK(band_power(spectrum, 0, 0.5) == 0.5);
  CHECK(band_power(spectrum, 1.6, 1.9) == 0);
}

TEST_CASE("A signal shorter than one segment is rejected", "[signal]") {
  const std::vector<float> x(100);
  CHECK(welch(x, 160, 101, 0).error().code == "DSP_TOO_SHORT");
  CHECK(welch(x, 160, 0, 0).error().code == "DSP_SPECTRUM");
  CHECK(welch(x, 160, 50, 50).error().code == "DSP_SPECTRUM");
}

}  // namespace
}  // namespace eegate::spectrum_test
