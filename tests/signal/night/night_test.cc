// The steps of a night's recipe against SciPy's numbers and small cases by hand.
#include "signal/night.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/rng.h"

using namespace eegate;

namespace night_test {

TEST_CASE("a night's band-pass and its resampling to 60 Hz give SciPy's numbers", "[signal][staging]") {
  std::vector<double> x(400);
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = std::sin(2 * std::numbers::pi * 10 * static_cast<double>(k) / 100) + 0.5;
  const auto sections = design_bandpass(0.2, 30, 100, 2);
  REQUIRE(sections.ok());
  REQUIRE(apply_filter(MatrixView<double>(x.data(), 1, x.size()), *sections, FilterMode::kZeroPhase).ok());
  const double filtered[] = {-0.008631815789734376, 0.5772804746584479, 0.939174005088051, 0.9386023673795901};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(x[i] - filtered[i]) < 1e-9);
  const auto z = resample_night(x, 100, 60);
  REQUIRE(z.ok());
  CHECK(z->size() == 240);
  const double resampled[] = {0.07049298147676106, 0.8413848804296261, 0.8596082007231799, -0.014945426431248325};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs((*z)[i] - resampled[i]) < 1e-9);
}

TEST_CASE("quartiles, the clip around zero, and the scale", "[signal][staging]") {
  // p25 = 2, p50 = 3, p75 = 4: lo = hi = 1, clipped to -4 ... 4.
  std::vector<NightSegment> night = {{0, {3, 1, 100}}, {60, {2, 4}}};
  const NightQuartiles found = scale_night(night, {.clip_iqr = 2});
  CHECK(found.raw[0] == 2);
  CHECK(found.raw[1] == 3);
  CHECK(found.raw[2] == 4);
  CHECK(found.n_clipped == 1);
  CHECK(night[0].values == std::vector<double>{0, -1, 0.5});
  CHECK(night[1].values == std::vector<double>{-0.5, 0.5});
  std::vector<double> four = {4, 1, 3, 2};
  CHECK(quantile(four, 0.25) == 1.75);
  std::vector<NightSegment> still = {{0, {7, 7, 7}}};
  scale_night(still, {});
  CHECK(still[0].values == std::vector<double>{0, 0, 0});
}

TEST_CASE("resampling by the transform keeps a wave that fits", "[signal][staging]") {
  std::vector<double> x(50);
  const auto wave = [](double turn) { return std::sin(2 * std::numbers::pi * 3 * turn) + 2; };
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = wave(static_cast<double>(k) / 50);
  for (const std::size_t n : {20U, 50U, 63U}) {
    const std::vector<double> y = resample_fourier(x, n);
    REQUIRE(y.size() == n);
    for (std::size_t k = 0; k < n; ++k)
      CHECK(std::abs(y[k] - wave(static_cast<double>(k) / static_cast<double>(n))) < 1e-12);
  }
}

TEST_CASE("a FIR filter has a gain of 1 in the middle of its band, and no delay", "[signal][staging]") {
  const auto taps = design_fir(101, 0.3, 40, 100);
  REQUIRE(taps.ok());
  std::vector<double> x(1000);
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] = std::sin(2 * std::numbers::pi * 20 * static_cast<double>(k) / 100) + 5;
  REQUIRE(filter_fir_twice(x, *taps).ok());
  for (std::size_t k = 300; k < 700; ++k) CHECK(std::abs(x[k] - x[k - 5]) < 1e-6);  // the period is five samples
  CHECK_FALSE(design_fir(101, 0.3, 60, 100).ok());
  CHECK_FALSE(design_fir(100, 10, 0, 100).ok());  // as SciPy: a high-pass of an even number of taps has no gain to be 1
  std::vector<double> too_short(303);
  CHECK_FALSE(filter_fir_twice(too_short, *taps).ok());
}

TEST_CASE("a FIR filter forwards and backwards is the sum of its definition, wherever pieces of it end",
          "[signal][staging]") {
  for (const std::size_t n_taps : {7U, 101U}) {
    const std::vector<double> taps = *design_fir(n_taps, 0.3, 40, 100);
    const std::size_t pad = 3 * n_taps;
    for (const std::size_t n :
         {pad + 1, std::size_t{824}, std::size_t{825}, std::size_t{5000}, std::size_t{6600}, std::size_t{20000}}) {
      const Rng rng(5, "filter");
      std::vector<double> x(n);
      for (std::size_t k = 0; k < n; ++k) x[k] = 50 * rng.normal(k) + 1000;
      std::vector<double> found = x;
      REQUIRE(filter_fir_twice(found, taps).ok());
      // Odd extension, then each sample of the one direction from those before it, and of the other from those behind.
      const auto extended = [&](std::ptrdiff_t t) {
        const auto last = static_cast<std::ptrdiff_t>(n) - 1;
        const auto value = [&](std::ptrdiff_t k) { return x[static_cast<std::size_t>(k)]; };
        return t < 0 ? 2 * value(0) - value(-t) : t > last ? 2 * value(last) - value(2 * last - t) : value(t);
      };
      std::vector<double> forwards(n + n_taps);
      for (std::size_t t = 0; t < forwards.size(); ++t) {
        for (std::size_t k = 0; k < n_taps; ++k)
          forwards[t] += taps[k] * extended(static_cast<std::ptrdiff_t>(t) - static_cast<std::ptrdiff_t>(k));
      }
      double largest = 0;
      for (std::size_t t = 0; t < n; ++t) {
        double sum = 0;
        for (std::size_t k = 0; k < n_taps; ++k) sum += taps[k] * forwards[t + k];
        largest = std::max(largest, std::abs(found[t] - sum));
      }
      CAPTURE(n_taps, n);
      CHECK(largest < 1e-10);  // of values around 1000
    }
  }
}

TEST_CASE("a recipe of a night is read strictly", "[signal][staging]") {
  const auto code = [](std::string_view json) {
    const auto recipe = parse_night_recipe(json);
    return recipe.ok() ? std::string("read") : std::string(recipe.error().code);
  };
  CHECK(code(R"({"version":2,"steps":[{"resample_hz":60}],"epochs":{"length_s":30}})") == "read");
  CHECK(code(R"({"version":1,"steps":[{"resample_hz":60}],"epochs":{"length_s":30}})") == "RECIPE_VALUE");
  CHECK(code(R"({"version":2,"steps":[{}],"epochs":{"length_s":30}})") == "RECIPE_VALUE");
  CHECK(code(R"({"version":2,"steps":[{"resample_hz":60}]})") == "RECIPE_VALUE");
  CHECK(code(R"({"version":2,"steps":[{"resample_hz":60}],"epochs":{"length_s":30},"x":1})") == "RECIPE_UNKNOWN_KEY");
  // A chain of steps may not ask for more memory or time than there is.
  CHECK(code(R"({"version":2,"steps":[{"resample_hz":1e9},{"resample_hz":60}],"epochs":{"length_s":30}})") ==
        "RECIPE_VALUE");
  std::string steps = R"({"resample_hz":60})";
  for (int i = 0; i < 16; ++i) steps += R"(,{"resample_hz":60})";
  CHECK(code((R"({"version":2,"steps":[)" + steps + R"(],"epochs":{"length_s":30}})").c_str()) == "RECIPE_VALUE");
}

}  // namespace night_test
