#include <cmath>
#include <vector>

#include "kernels/layer_norm.h"
#include "kernels/rows.h"
#include "kernels/softmax.h"
#include "kernels/standardize.h"
#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace norm_test {

TEST_CASE("layer norm gives the values computed in float64", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = {1, 2, 3, 5};
    std::vector<float> y(4);
    layer_norm({y.data(), 1, 4}, {x.data(), 1, 4}, {}, {}, 1e-5F);
    const double want[] = {-1.1832132521355803, -0.5070913937723915, 0.1690304645907973, 1.521274181317175};
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(y[i] - want[i]) < 2e-6);
    const std::vector<float> weight = {1, 2, 0.5F, -1}, bias = {0.1F, 0.2F, 0.3F, 0.4F};
    layer_norm({y.data(), 1, 4}, {x.data(), 1, 4}, weight, bias, 1e-5F);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(std::abs(y[i] - (want[i] * static_cast<double>(weight[i]) + static_cast<double>(bias[i]))) < 2e-6);
    }
  });
}

TEST_CASE("layer norm works in place at every width, and a constant row becomes its bias", "[kernels]") {
  on_every_target([] {
    for (std::size_t n = 1; n < 40; ++n) {
      std::vector<float> x = random_values(2 * n, "x");
      const std::vector<float> bias(n, 0.25F), weight(n, 3.0F);
      std::fill_n(x.begin(), n, 7.0F);
      layer_norm({x.data(), 2, n}, {x.data(), 2, n}, weight, bias, 1e-5F);
      for (std::size_t i = 0; i < n; ++i) CHECK(x[i] == 0.25F);
      double sum = 0;
      for (std::size_t i = n; i < 2 * n; ++i) sum += static_cast<double>(x[i]) - 0.25;
      CHECK(std::abs(sum / static_cast<double>(n)) < 2e-6);
    }
  });
}

TEST_CASE("softmax sums to one and handles rows of minus infinity and large values", "[kernels]") {
  on_every_target([] {
    for (std::size_t n = 1; n < 40; ++n) {
      std::vector<float> x = random_values(n, "x", 5), y = x;
      softmax_rows({y.data(), 1, n});
      double total = 0;
      for (const float value : x) total += std::exp(static_cast<double>(value));
      for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(y[i] - std::exp(static_cast<double>(x[i])) / total) < 1e-6);
    }
    std::vector<float> masked(7, -INFINITY);
    softmax_rows({masked.data(), 1, 7});
    CHECK(masked == std::vector<float>(7, 0.0F));
    for (std::size_t at = 0; at < 7; ++at) {
      std::vector<float> none(7, -INFINITY);
      none[at] = std::nanf("");
      softmax_rows({none.data(), 1, 7});
      for (const float value : none) CHECK(std::isnan(value));
    }
    std::vector<float> large = {1e4F, -1e4F, 1e4F};
    softmax_rows({large.data(), 1, 3});
    CHECK(large == std::vector<float>{0.5F, 0, 0.5F});
  });
}

TEST_CASE("standardisation equals each definition and is accurate with a large offset", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = {1, 2, 3, 4};
    std::vector<float> y(4);
    standardize_channels({y.data(), 1, 4}, {x.data(), 1, 4}, 4, 0);
    CHECK(std::abs(y[0] + 1.5 / 1.118033988749895) < 1e-6);
    standardize_channels({y.data(), 1, 4}, {x.data(), 1, 4}, 3, 1e-5);
    CHECK(std::abs(y[0] + 1.5 / 1.2909994487358056) < 2e-5);
    std::vector<float> offset(321);
    for (std::size_t i = 0; i < offset.size(); ++i) offset[i] = 250000.0F + static_cast<float>(i % 5);
    std::vector<float> z(offset.size());
    standardize_channels({z.data(), 1, 321}, {offset.data(), 1, 321}, 321, 1e-6);
    double square = 0;
    for (const float value : z) square += static_cast<double>(value) * static_cast<double>(value);
    CHECK(std::abs(square / 321 - 1) < 1e-5);
  });
}

TEST_CASE("the epsilon of a z-score is added to the deviation, not to the variance", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = {1e-5F, 2e-5F, 3e-5F, 4e-5F};
    std::vector<float> y(4);
    standardize_channels({y.data(), 1, 4}, {x.data(), 1, 4}, 4, 1e-5);
    CHECK(std::abs(static_cast<double>(y[0]) + 1.5 / (1.118033988749895 + 1)) < 1e-5);
    standardize_trial({y.data(), 1, 4}, {x.data(), 1, 4}, 1e-5);
    CHECK(std::abs(static_cast<double>(y[0]) + 1.5 / (1.118033988749895 + 1)) < 1e-5);
  });
}

TEST_CASE("a constant channel becomes zeros instead of noise", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x(37, 37.123F);
    std::vector<float> y(37, 1.0F);
    standardize_channels({y.data(), 1, 37}, {x.data(), 1, 37}, 37, 1e-6);
    CHECK(y == std::vector<float>(37, 0.0F));
    standardize_channels({y.data(), 1, 37}, {x.data(), 1, 37}, 37, 0);
    CHECK(y == std::vector<float>(37, 0.0F));
    standardize_trial({y.data(), 1, 37}, {x.data(), 1, 37}, 1e-6);
    CHECK(y == std::vector<float>(37, 0.0F));
  });
}

TEST_CASE("standardising a trial removes each channel's mean and keeps amplitude ratios", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = random_values(3 * 50, "x", 20);
    std::vector<float> y(3 * 50);
    standardize_trial({y.data(), 3, 50}, {x.data(), 3, 50}, 1e-6);
    double square = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (std::size_t t = 0; t < 50; ++t) sum += static_cast<double>(y[c * 50 + t]);
      CHECK(std::abs(sum) < 1e-5);
    }
    for (const float value : y) square += static_cast<double>(value) * static_cast<double>(value);
    CHECK(std::abs(square / 150 - 1) < 1e-5);
  });
}

TEST_CASE("a depthwise convolution over time equals its sum, with and without padding", "[kernels]") {
  on_every_target([] {
    const std::size_t T = 11, W = 6, k = 4;
    const auto x = random_values(T * W, "x"), kernel = random_values(k * W, "kernel"), bias = random_values(W, "bias");
    for (const std::size_t pad_left : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t n_out = pad_left == 0 ? T - k + 1 : T;
      std::vector<float> out(n_out * W);
      correlate_rows({out.data(), n_out, W}, {x.data(), T, W}, {kernel.data(), k, W}, bias, pad_left);
      for (std::size_t t = 0; t < n_out; ++t) {
        for (std::size_t w = 0; w < W; ++w) {
          double want = static_cast<double>(bias[w]);
          for (std::size_t i = 0; i < k; ++i) {
            if (t + i < pad_left || t + i - pad_left >= T) continue;
            want += static_cast<double>(kernel[i * W + w]) * static_cast<double>(x[(t + i - pad_left) * W + w]);
          }
          CHECK(std::abs(static_cast<double>(out[t * W + w]) - want) < 2e-6);
        }
      }
    }
  });
}

TEST_CASE("means and weighted sums over rows, sums of matrices, transposition", "[kernels]") {
  on_every_target([] {
    const auto x = random_values(5 * 9, "x"), weights = random_values(5, "weights");
    std::vector<float> mean(9), weighted(9), sum = x, turned(45), back(45);
    mean_rows(mean, {x.data(), 5, 9});
    weighted_rows(weighted, {x.data(), 5, 9}, weights);
    add_rows({sum.data(), 5, 9}, {x.data(), 5, 9});
    for (std::size_t j = 0; j < 9; ++j) {
      double m = 0, w = 0;
      for (std::size_t i = 0; i < 5; ++i) {
        m += static_cast<double>(x[i * 9 + j]) / 5;
        w += static_cast<double>(x[i * 9 + j]) * static_cast<double>(weights[i]);
      }
      CHECK(std::abs(static_cast<double>(mean[j]) - m) < 1e-6);
      CHECK(std::abs(static_cast<double>(weighted[j]) - w) < 1e-6);
    }
    for (std::size_t i = 0; i < 45; ++i) CHECK(sum[i] == 2 * x[i]);
    transpose({turned.data(), 9, 5}, {x.data(), 5, 9});
    CHECK(turned[1] == x[9]);
    transpose({back.data(), 5, 9}, {turned.data(), 9, 5});
    CHECK(back == x);
  });
}

}  // namespace norm_test
