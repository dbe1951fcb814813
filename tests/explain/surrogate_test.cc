// Surrogates compared with a Fourier transform in plain sums.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "base/rng.h"
#include "explain/explanation.h"

using namespace eegate;

namespace surrogate_test {

namespace {

using Bins = std::vector<std::complex<double>>;

Bins transform(std::span<const float> x) {
  const std::size_t n = x.size();
  Bins bins(n / 2 + 1);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    for (std::size_t t = 0; t < n; ++t)
      bins[k] += static_cast<double>(x[t]) *
                 std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * t % n) / static_cast<double>(n));
  }
  return bins;
}

struct Epochs {
  std::size_t n, n_chans, n_times;
  std::vector<float> x;
  Epochs(std::size_t n_epochs, std::size_t chans, std::size_t times)
      : n(n_epochs), n_chans(chans), n_times(times), x(n_epochs * chans * times) {
    const Rng rng(3, "test");
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(rng.normal(i) + 2 * std::sin(0.3 * static_cast<double>(i % n_times)) + 0.5);
  }
  ConstTensor3 view() const { return {x.data(), n, n_chans, n_times}; }
};

}  // namespace

TEST_CASE("surrogates have the mean spectrum of the epochs, and other phases", "[explain]") {
  for (const std::size_t n_times : {320U, 45U, 17U, 2U, 1U}) {
    CAPTURE(n_times);
    const Epochs epochs(3, 2, n_times);
    std::vector<float> values(2 * 2 * n_times);
    const Tensor3 surrogates(values.data(), 2, 2, n_times);
    make_surrogates(epochs.view(), 9, surrogates);
    for (std::size_t c = 0; c < 2; ++c) {
      Bins first;
      double mean = 0;
      std::vector<double> power(n_times / 2 + 1);
      for (std::size_t i = 0; i < 3; ++i) {
        const Bins bins = transform(epochs.view()[i].row(c));
        if (i == 0) first = bins;
        mean += bins[0].real() / 3;
        for (std::size_t k = 0; k < bins.size(); ++k) power[k] += std::norm(bins[k]) / 3;
      }
      for (std::size_t i = 0; i < 2; ++i) {
        const Bins bins = transform(surrogates[i].row(c));
        CHECK(std::abs(bins[0].real() - mean) < 1e-5 * (1 + std::abs(mean)));
        double moved = 0;
        for (std::size_t k = 1; k < bins.size(); ++k) {
          CHECK(std::abs(std::abs(bins[k]) - std::sqrt(power[k])) < 1e-5 * (1 + std::sqrt(power[k])));
          moved += std::abs(std::arg(bins[k] / first[k]));
        }
        if (n_times > 2) CHECK(moved > 0.1 * static_cast<double>(bins.size()));
      }
    }
  }
}

TEST_CASE("a seed repeats its surrogates; epochs and electrodes have phases of their own", "[explain]") {
  Epochs epochs(2, 2, 64);
  for (std::size_t i = 64; i < epochs.x.size(); ++i) epochs.x[i] = epochs.x[i % 64];  // all signals are alike
  std::vector<float> values(2 * 2 * 64), again = values, other = values;
  make_surrogates(epochs.view(), 5, {values.data(), 2, 2, 64});
  make_surrogates(epochs.view(), 5, {again.data(), 2, 2, 64});
  make_surrogates(epochs.view(), 6, {other.data(), 2, 2, 64});
  CHECK(values == again);
  CHECK(values != other);
  for (std::size_t i = 1; i < 4; ++i)
    CHECK_FALSE(std::equal(values.begin(), values.begin() + 64, values.begin() + static_cast<std::ptrdiff_t>(64 * i)));
}

}  // namespace surrogate_test
