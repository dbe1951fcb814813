#include "signal/align.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "base/rng.h"

namespace eegate::align_test {
namespace {

// Epochs [count, n_chans, n_times] in which each channel contains a fraction of its neighbour.
std::vector<float> mixed_noise(std::size_t count, std::size_t n_chans, std::size_t n_times) {
  const Rng rng(11, "align");
  std::vector<float> x(count * n_chans * n_times);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t channel = i / n_times % n_chans;
    x[i] = static_cast<float>(30 * rng.normal(i) * static_cast<double>(channel + 1));
    if (channel > 0) x[i] += 0.5f * x[i - n_times];
  }
  return x;
}

TEST_CASE("After alignment the mean covariance is the identity matrix", "[signal]") {
  const std::size_t n_chans = GENERATE(1, 2, 5, 16);
  constexpr std::size_t kCount = 7, kTimes = 200;
  std::vector<float> values = mixed_noise(kCount, n_chans, kTimes);
  const Tensor3 x(values.data(), kCount, n_chans, kTimes);
  EuclideanAlignment alignment(n_chans);
  for (std::size_t i = 0; i < kCount; ++i) alignment.add(x[i]);
  alignment.finish();
  std::vector<double> covariance(n_chans * n_chans);
  for (std::size_t i = 0; i < kCount; ++i) {
    alignment.apply(x[i]);
    for (std::size_t a = 0; a < n_chans; ++a) {
      for (std::size_t b = 0; b < n_chans; ++b) {
        for (std::size_t t = 0; t < kTimes; ++t) {
          covariance[a * n_chans + b] +=
              static_cast<double>(x[i].row(a)[t]) * static_cast<double>(x[i].row(b)[t]) / (kCount * kTimes);
        }
      }
    }
  }
  for (std::size_t a = 0; a < n_chans; ++a) {
    for (std::size_t b = 0; b < n_chans; ++b) {
      CHECK(covariance[a * n_chans + b] == Catch::Approx(a == b ? 1 : 0).margin(1e-5));
    }
  }
}

TEST_CASE("Directions without power are raised to a millionth of the largest eigenvalue", "[signal]") {
  for (const float size : {1e-3F, 1.0F, 1e3F}) {
    CAPTURE(size);
    std::vector<float> values(2 * 50);
    for (std::size_t t = 0; t < 50; ++t) values[t] = t % 2 == 0 ? size : -size;
    EuclideanAlignment alignment(2);
    alignment.add({values.data(), 2, 50});
    alignment.finish();
    std::vector<float> other = {0, size};  // power that the second channel did not have
    alignment.apply({other.data(), 2, 1});
    CHECK(other[1] == Catch::Approx(1000));
  }
}

TEST_CASE("Alignment handles constant channels", "[signal]") {
  std::vector<float> values(3 * 50);
  for (std::size_t t = 0; t < 50; ++t) {
    values[t] = static_cast<float>(t % 5) - 2;
    values[50 + t] = -values[t];  // results from an average reference
  }
  const Matrix x(values.data(), 3, 50);
  EuclideanAlignment alignment(3);
  alignment.add(x);
  alignment.finish();
  alignment.apply(x);
  for (const float value : values) CHECK(std::isfinite(value));
  CHECK(std::fabs(values[0]) < 10);
}

}  // namespace
}  // namespace eegate::align_test
