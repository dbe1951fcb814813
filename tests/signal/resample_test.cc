#include "signal/resample.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "support/close_to.h"

namespace eegate::resample_test {
namespace {

std::vector<double> resampled(const Resampler& resampler, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(resampler.n_out(x.size())));
  resampler.run(MatrixView<const double>(x.data(), 1, x.size()), 0, MatrixView<double>(y.data(), 1, y.size()), 0);
  return y;
}

TEST_CASE("A 5 Hz sine is resampled from 128 to 160 Hz as published", "[signal]") {
  std::vector<double> x(128);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(2 * std::numbers::pi * 5 * static_cast<double>(k) / 128);
  const auto resampler = Resampler::design(128, 160);
  REQUIRE(resampler.ok());
  CHECK(resampler->up() == 5);
  CHECK(resampler->down() == 4);
  const std::vector<double> taps = resampler->taps();
  REQUIRE(taps.size() == 101);
  CHECK(taps[50] == Catch::Approx(5 * 0.20013010331628728).epsilon(1e-13));
  const std::vector<double> y = resampled(*resampler, x);
  REQUIRE(y.size() == 160);
  const std::vector<double> start(y.begin(), y.begin() + 5), middle(y.begin() + 80, y.begin() + 83);
  CHECK(test::largest_difference(start, std::vector{0.0, 0.18495521853323724, 0.39233495494916987, 0.5496546056478155,
                                                    0.7103123834615624}) < 1e-12);
  CHECK(test::largest_difference(middle, std::vector{0.0, -0.19511983860548796, -0.38314687782388296}) < 1e-12);
}

TEST_CASE("Resampling downwards keeps what the new rate can show and removes the rest", "[signal]") {
  const auto resampler = Resampler::design(160, 50);
  REQUIRE(resampler.ok());
  const auto largest_of = [&](double hz) {
    std::vector<double> x(1601);
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] = std::sin(2 * std::numbers::pi * hz * static_cast<double>(k) / 160);
    const std::vector<double> y = resampled(*resampler, x);
    REQUIRE(y.size() == 501);  // the last input begins a last output
    return *std::max_element(y.begin() + 50, y.end() - 50);
  };
  CHECK(largest_of(9) > 0.99);
  CHECK(largest_of(41) < 0.01);  // would appear at 9 Hz
}

TEST_CASE("Decimal rates give integer factors", "[signal]") {
  const auto check = [](double from, double to, std::uint64_t up, std::uint64_t down) {
    const auto resampler = Resampler::design(from, to);
    CAPTURE(from, to);
    REQUIRE(resampler.ok());
    CHECK(resampler->up() == up);
    CHECK(resampler->down() == down);
  };
  check(160, 128, 4, 5);
  check(250.5, 160, 320, 501);
  check(173.61, 160, 16000, 17361);
  check(1000.0 / 3, 100, 3, 10);
  check(160, 160, 1, 1);
  check(159.9984, 160, 100000, 99999);  // 160 samples in records of 1.00001 s
}

TEST_CASE("Implausible rates are rejected with DSP_RESAMPLE", "[signal]") {
  CHECK(Resampler::design(160, std::numbers::pi * 50).error().code == "DSP_RESAMPLE");
  CHECK(Resampler::design(160, 1e9).error().code == "DSP_RESAMPLE");
  CHECK(Resampler::design(1e9, 160).error().code == "DSP_RESAMPLE");
  CHECK(Resampler::design(0, 160).error().code == "DSP_RESAMPLE");
  CHECK(Resampler::design(160, -1).error().code == "DSP_RESAMPLE");
}

TEST_CASE("A range of outputs has the same bits as the whole", "[signal]") {
  const auto [from, to] = GENERATE(std::pair{250.0, 160.0}, std::pair{128.0, 160.0}, std::pair{512.0, 100.0});
  const Resampler resampler = Resampler::design(from, to).value();
  const Rng rng(1, "resample");
  std::vector<double> x(3000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = rng.symmetric24(i);
  const std::vector<double> whole = resampled(resampler, x);
  constexpr std::size_t kFirst = 200, kCount = 150;
  const Resampler::Range range = resampler.inputs_of(kFirst, kCount);
  REQUIRE(range.first >= 0);
  const auto first = static_cast<std::size_t>(range.first);
  const auto n = static_cast<std::size_t>(range.end - range.first);
  std::vector<double> part(kCount);
  resampler.run(MatrixView<const double>(x.data() + first, 1, n), first, MatrixView<double>(part.data(), 1, kCount),
                kFirst);
  CHECK(part == std::vector<double>(whole.begin() + kFirst, whole.begin() + kFirst + kCount));
}

}  // namespace
}  // namespace eegate::resample_test
