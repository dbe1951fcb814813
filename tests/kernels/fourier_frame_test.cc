#include "kernels/fourier_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace fourier_frame_test {

namespace {

constexpr std::size_t kFrames = FourierFrames::kFrames;

FourierFrames random_frames(std::size_t n) {
  FourierFrames frames(n);
  const std::vector<float> re = random_values(n * kFrames, "re"), im = random_values(n * kFrames, "im");
  frames.re.assign(re.begin(), re.end());
  frames.im.assign(im.begin(), im.end());
  return frames;
}

std::complex<double> value(const FourierFrames& frames, std::size_t at, std::size_t frame) {
  return {frames.re[at * kFrames + frame], frames.im[at * kFrames + frame]};
}

std::complex<double> plain_bin(const FourierFrames& frames, std::size_t bin, std::size_t frame) {
  const std::size_t n = frames.size();
  std::complex<double> sum;
  for (std::size_t t = 0; t < n; ++t) {
    const double turn = static_cast<double>(bin * t % n) / static_cast<double>(n);
    sum += value(frames, t, frame) * std::polar(1.0, -2 * std::numbers::pi * turn);
  }
  return sum;
}

// A hash of all bins, to compare targets.
std::uint64_t fingerprint(const FourierFrames& frames) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const auto* part : {&frames.re, &frames.im}) {
    for (const double x : *part) hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

TEST_CASE("a transform of frames equals the sum that defines it, with the same bits on every target", "[kernels]") {
  for (const std::size_t n : {1U, 2U, 4U, 8U, 32U, 128U, 256U}) {
    const FourierFrame fourier(n);
    std::uint64_t first = 0;
    on_every_target([&] {
      const FourierFrames x = random_frames(n);
      FourierFrames bins = x;
      fourier.transform(bins);
      double worst = 0;
      for (std::size_t frame = 0; frame < kFrames; ++frame) {
        for (std::size_t bin = 0; bin < n; ++bin)
          worst = std::max(worst, std::abs(value(bins, bin, frame) - plain_bin(x, bin, frame)));
      }
      CHECK(worst < 1e-13 * static_cast<double>(n));
      if (first == 0) first = fingerprint(bins);
      CHECK(fingerprint(bins) == first);
    });
  }
}

TEST_CASE("powers of pairs of real frames are separated and converted to logarithms", "[kernels]") {
  constexpr std::size_t kSize = 64, kBins = kSize / 2 + 1, kRows = 2 * kFrames - 3;
  const FourierFrame fourier(kSize);
  std::vector<double> weights(kBins, 2e-9);
  weights.front() = 1e12;
  const LogPower form{.factor = 20 / std::numbers::ln10, .offset = 3, .floor = 1e-20, .lowest = 1e-8, .highest = 1e11};
  on_every_target([&] {
    FourierFrames bins = random_frames(kSize);
    FourierFrames first = bins, second = bins;
    std::ranges::fill(first.im, 0.0);
    std::ranges::copy(bins.im, second.re.begin());
    std::ranges::fill(second.im, 0.0);
    for (FourierFrames* frames : {&bins, &first, &second}) fourier.transform(*frames);
    std::vector<float> values(kRows * (kBins + 1), 7.0F);
    const Matrix out(values.data(), kRows, kBins, kBins + 1);
    log_powers(out, bins, weights, form);
    for (std::size_t row = 0; row < kRows; ++row) {
      for (std::size_t bin = 0; bin < kBins; ++bin) {
        const double power = std::norm(value(row < kFrames ? first : second, bin, row % kFrames)) * weights[bin];
        const double want = 20 * std::log10(std::clamp(power + 1e-20, 1e-8, 1e11)) - 3;
        CHECK(std::abs(static_cast<double>(out.row(row)[bin]) - want) < 1e-4);
      }
      CHECK(values[row * (kBins + 1) + kBins] == 7.0F);  // nothing is written between the rows
    }
  });
}

TEST_CASE("logarithms of powers agree with the C library at every size and propagate NaN", "[kernels]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
  const LogPower natural{.factor = 1, .offset = 0, .floor = 0, .lowest = 0, .highest = kInfinity};
  const std::vector<double> weights = {1};
  on_every_target([&] {
    FourierFrames bins(1);  // the power of a frame of one value is its square
    const auto of = [&](double x) {
      bins.re[0] = x;
      float out = 0;
      log_powers({&out, 1, 1}, bins, weights, natural);
      return static_cast<double>(out);
    };
    for (double x = 1e-150; x < 1e150; x *= 1.3701) {
      const double want = 2 * std::log(x);
      CHECK(std::abs(of(x) - want) <= 1e-7 * std::abs(want) + 1e-13);
    }
    for (const double x : {1.0, std::sqrt(0.5), std::sqrt(2.0), 0.99999, 1.00001})
      CHECK(std::abs(of(x) - 2 * std::log(x)) <= 1e-7 * std::abs(2 * std::log(x)) + 1e-13);
    CHECK(of(kInfinity) == kInfinity);
    CHECK(std::isnan(of(kNan)));
  });
}

}  // namespace fourier_frame_test
