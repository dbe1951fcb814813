// The layers of networks that classify sequences of epochs: values by hand, and gradients.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "model/layers/context_attention.h"
#include "model/layers/filter_bank.h"
#include "model/layers/map_layers.h"
#include "model/layers/recurrent.h"
#include "model/layers/reduced_pool.h"
#include "model/layers/spectrogram.h"
#include "model/layers/window_standardize.h"
#include "support/layer_check.h"

using namespace eegate;
using namespace eegate::test;

namespace layers_test {

namespace {

template <class L, class... Sizes>
Weights list_of(const std::string& prefix, Sizes... sizes) {
  TensorList list;
  L::list_tensors(list, prefix, sizes...);
  return weights_of(list.take());
}

std::vector<float> run(const Layer& layer, const MapShape& in, const std::vector<float>& x, std::size_t n_trials = 1) {
  Memory memory;
  return output_of(layer, in, x, {.n_trials = n_trials}, memory);
}

void set_all(Weights& weights, std::string_view name, std::vector<float> values) {
  std::ranges::copy(values, weights.values(static_cast<std::size_t>(weights.find(name))).begin());
}

std::vector<double> epoch_of(double amplitude, double hz, double sfreq, std::size_t n, double offset = 0) {
  std::vector<double> x(n);
  for (std::size_t k = 0; k < n; ++k)
    x[k] = amplitude * std::sin(2 * std::numbers::pi * hz * static_cast<double>(k) / sfreq) + offset;
  return x;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

TEST_CASE("a GRU gives the values of a small case in both directions", "[model][sequence]") {
  Weights weights = list_of<Gru>("gru", 1U, 1U, true);
  for (const std::string name : {"gru.fwd", "gru.bwd"}) {
    set_all(weights, name + ".weight_ih", {0.5F, -1, 2});
    set_all(weights, name + ".weight_hh", {1, 0.5F, -1});
    set_all(weights, name + ".bias_ih", {0.1F, 0.2F, 0.3F});
    set_all(weights, name + ".bias_hh", {-0.1F, 0.4F, 0.7F});
  }
  const Gru layer(weights, "gru");
  const std::vector<float> y = run(layer, {1, 1, 2, 1}, {1, -0.5F});
  // r, z and n by the equations; the bias of the state is inside the reset.
  const auto step = [](double x, double h) {
    const double r = sigmoid(0.5 * x + h), z = sigmoid(-x + 0.5 * h + 0.6);
    const double n = std::tanh(2 * x + 0.3 + r * (-h + 0.7));
    return (1 - z) * n + z * h;
  };
  const double first = step(1, 0), second = step(-0.5, first), last = step(-0.5, 0), before_last = step(1, last);
  const double want[] = {first, before_last, second, last};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(static_cast<double>(y[i]) - want[i]) < 1e-6);
}

TEST_CASE("gradients of a GRU equal central differences", "[model][sequence]") {
  for (const bool both : {false, true}) {
    const Weights weights = list_of<Gru>("gru", 3U, 5U, both);
    Gru layer(weights, "gru");
    check_gradients(layer, {2, 1, 4, 3}, weights);
  }
}

TEST_CASE("a GRU beside a linear map: half the sum of both, and its gradients", "[model][sequence]") {
  const Weights weights = list_of<SkipGru>("s", 3U, 2U);
  SkipGru layer(weights, "s");
  const Gru gru(weights, "s.gru");
  const MapShape in{1, 1, 3, 3};
  const std::vector<float> x = random_values(9, "x"), y = run(layer, in, x), states = run(gru, in, x);
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = static_cast<double>(weights["s.skip.bias"][i % 4]) + static_cast<double>(states[i]);
    for (std::size_t k = 0; k < 3; ++k)
      sum += static_cast<double>(weights["s.skip.weight"][i % 4 * 3 + k]) * static_cast<double>(x[i / 4 * 3 + k]);
    CHECK(std::abs(static_cast<double>(y[i]) - sum / 2) < 1e-6);
  }
  check_gradients(layer, {2, 1, 3, 3}, weights);
}

TEST_CASE("attention over channels takes any number of them, in any order", "[model][sequence]") {
  const Weights weights = list_of<ChannelAttention>("channels", 2U, 3U, 4U);
  ChannelAttention layer(weights, "channels");
  const std::vector<float> one = random_values(4, "one"), other = random_values(4, "other");
  const std::vector<float> alone = run(layer, {1, 1, 1, 4}, one);
  for (std::size_t v = 0; v < 2; ++v) CHECK(std::ranges::equal(std::span(alone).subspan(4 * v, 4), one));
  std::vector<float> both = one, turned = other;
  both.insert(both.end(), other.begin(), other.end());
  turned.insert(turned.end(), one.begin(), one.end());
  const std::vector<float> y = run(layer, {1, 1, 2, 4}, both), z = run(layer, {1, 1, 2, 4}, turned);
  for (std::size_t v = 0; v < 2; ++v) {
    const std::string name = "channels." + std::to_string(v);
    const auto score = [&](const std::vector<float>& channel) {
      double sum = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        double unit = static_cast<double>(weights[name + ".bias"][a]);
        for (std::size_t d = 0; d < 4; ++d)
          unit += static_cast<double>(weights[name + ".weight"][a * 4 + d]) * static_cast<double>(channel[d]);
        sum += static_cast<double>(weights[name + ".u"][a]) * std::tanh(unit);
      }
      return sum;
    };
    const double share = sigmoid(score(one) - score(other));
    for (std::size_t d = 0; d < 4; ++d) {
      const double want = share * static_cast<double>(one[d]) + (1 - share) * static_cast<double>(other[d]);
      CHECK(std::abs(static_cast<double>(y[4 * v + d]) - want) < 1e-6);
      CHECK(std::abs(static_cast<double>(z[4 * v + d]) - want) < 1e-6);
    }
  }
}

TEST_CASE("gradients of attention over channels equal central differences", "[model][sequence]") {
  const Weights weights = list_of<ChannelAttention>("channels", 2U, 3U, 4U);
  ChannelAttention layer(weights, "channels");
  check_gradients(layer, {2, 3, 3, 4}, weights);
}

TEST_CASE("a dense layer and the attention behind it are the same with one product less per frame",
          "[model][sequence]") {
  TensorList list;
  list.add_linear("reduce", {5, 7});
  AttentionPool::list_tensors(list, "attn", 3, 5);
  Weights weights = weights_of(list.take());
  const Dense dense(weights, "reduce");
  AttentionPool pool(weights, "attn");
  ReducedPool both(weights, "reduce", "attn");
  const MapShape in{2, 1, 4, 7}, between{2, 1, 4, 5};
  const std::vector<float> x = random_values(3 * in.size(), "x");
  const auto check = [&](const Dense& reduce) {
    const std::vector<float> want = run(pool, between, run(reduce, in, x, 3), 3), found = run(both, in, x, 3);
    REQUIRE(found.size() == 3 * 2 * 5);
    REQUIRE(want.size() == found.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - want[i]) < 1e-6F);
  };
  check(dense);
  for (float& value : weights.flat()) value *= 0.7F;
  both.set_weights(weights);
  pool.set_weights(weights);
  check(Dense(weights, "reduce"));
}

TEST_CASE("a filter bank multiplies by gains and fixed shapes, and its gradients", "[model][sequence]") {
  const Weights weights = list_of<FilterBank>("bank", 2U, 5U, 3U);
  FilterBank layer(weights, "bank");
  const MapShape in{1, 2, 2, 5};
  const std::vector<float> x = random_values(20, "x"), y = run(layer, in, x);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::size_t s = i / 6, c = i % 6 / 3, d = i % 3;
    double sum = 0;
    for (std::size_t f = 0; f < 5; ++f) {
      const std::size_t at = (c * 5 + f) * 3 + d;
      sum += static_cast<double>(x[(c * 2 + s) * 5 + f]) * static_cast<double>(weights["bank.shape"][at]) *
             sigmoid(static_cast<double>(weights["bank.logit"][at]));
    }
    CHECK(std::abs(static_cast<double>(y[i]) - sum) < 1e-6);
  }
  check_gradients(layer, {2, 2, 3, 5}, weights);
}

TEST_CASE("the logarithmic power of a sine under a symmetric Hann window", "[model][sequence]") {
  const Spectrogram layer({.clip = 1});
  const std::vector<double> x = epoch_of(1, 7.5, 60, 1800);
  REQUIRE(layer.out_shape({1, 1, 1800, 1}) == MapShape{1, 28, 1, 65});
  std::vector<float> image(28 * 65);
  layer.image(image, {x.data(), 1, 1800});
  const std::pair<std::size_t, double> want[] = {{0, -9.865212438669417},
                                                 {15, -1.1939862016496352},
                                                 {16, -0.6020641806719776},
                                                 {17, -1.1939874245488515},
                                                 {64, -11.399328585241928}};
  for (const auto& [bin, value] : want)
    CHECK(std::abs(static_cast<double>(image[bin]) + kSpectrogramLevel - value) < 2e-6);
}

TEST_CASE("the density of a sine in decibels, its offset removed", "[model][sequence]") {
  const Spectrogram layer({.n_fft = 256, .window = 200, .hop = 100, .density = true, .floor = 2.220446049250313e-16});
  const std::vector<double> x = epoch_of(20, 10, 100, 3000, 3);
  REQUIRE(layer.out_shape({1, 1, 3000, 1}) == MapShape{1, 1, 29, 129});
  std::vector<float> image(29 * 129);
  layer.image(image, {x.data(), 1, 3000});
  CHECK(std::abs(static_cast<double>(image[1]) + 52.43173924358369) < 1e-5);
  CHECK(std::abs(static_cast<double>(image[25]) - 46.30135058270584) < 1e-5);
  CHECK(std::abs(static_cast<double>(image[26]) - 47.98248908414038) < 1e-5);
}

TEST_CASE("gradients of both spectrograms equal central differences", "[model][sequence]") {
  for (const bool density : {false, true}) {
    Spectrogram layer({.n_fft = 16, .window = density ? 12U : 16U, .hop = 5, .density = density, .floor = 1e-16});
    check_gradients(layer, {2, 2, 31, 1}, no_weights(), {.step = 1e-4});
  }
}

TEST_CASE("standardisation over the window: mean 0, sample deviation 1, and 0 where nothing varies",
          "[model][sequence]") {
  WindowStandardize layer(1e-15);
  const MapShape in{2, 3, 1, 2};  // two epochs of three frames, two frequencies
  const std::vector<float> x = {1, -20, 2, -20, 3, -20, 4, -20, 5, -20, 6, -20};
  const std::vector<float> y = run(layer, in, x);
  const double deviation = std::sqrt(17.5 / 5);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(std::abs(static_cast<double>(y[2 * i]) - (static_cast<double>(i) - 2.5) / deviation) < 1e-6);
    CHECK(y[2 * i + 1] == 0.0F);
  }
  check_gradients(layer, {2, 3, 2, 2}, no_weights());
}

}  // namespace layers_test
