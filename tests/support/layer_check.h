// Shared by the tests of layers: weights, a forward pass, gradients compared with central differences.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/layers/layer.h"
#include "support/gradient_check.h"
#include "support/random_values.h"

namespace eegate::test {

// Tensors with reproducible random values; scales and variances around 1.
inline Weights weights_of(std::vector<TensorSpec> specs) {
  Weights weights(std::move(specs));
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    const bool around_one =
        spec.name.ends_with("running_var") || (spec.name.ends_with("weight") && spec.shape.size() == 1);
    const std::vector<float> values = random_values(spec.n_values(), spec.name, 0.5);
    for (std::size_t k = 0; k < values.size(); ++k) weights.values(i)[k] = values[k] + (around_one ? 1.0F : 0.0F);
  }
  return weights;
}

inline Weights no_weights() { return weights_of({}); }

struct Setting {
  std::size_t n_trials = 3;
  bool batch_statistics = false;
  const Dropout* dropout = nullptr;
  double step = 2e-3;          // step of differences; smaller if the layer has kinks
  std::set<std::string> zero;  // gradients that must be zero
};

struct Memory {
  Arena arena;
  Tape tape;
};

inline std::vector<float> output_of(const Layer& layer, const MapShape& in, const std::vector<float>& x,
                                    const Setting& s, Memory& memory, Tape* tape = nullptr) {
  const MapShape out = layer.out_shape(in);
  std::vector<float> y(s.n_trials * out.size(), 99.0F);
  const ForwardContext context{.arena = memory.arena,
                               .tape = tape,
                               .dropout = s.dropout,
                               .n_trials = s.n_trials,
                               .batch_statistics = s.batch_statistics};
  layer.forward({y.data(), s.n_trials, out}, {x.data(), s.n_trials, in}, context);
  return y;
}

inline double weighted(const std::vector<float>& y, const std::vector<float>& dout) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += static_cast<double>(y[i]) * static_cast<double>(dout[i]);
  return sum;
}

// The wrong gradients of sum(dout * layer(x)) with respect to x and to each tensor.
inline std::vector<std::string> wrong_layer_gradients(Layer& layer, const MapShape& in, Weights weights,
                                                      const Setting& s = {}) {
  Memory memory;
  const MapShape out = layer.out_shape(in);
  std::vector<float> x = random_values(s.n_trials * in.size(), "input", 2);
  const std::vector<float> dout = random_values(s.n_trials * out.size(), "dout");
  Weights gradients = weights.zeros();
  std::vector<float> dx(x.size(), 99.0F);
  const auto backward = [&](float* target, Weights& into) {
    const std::vector<float> y = output_of(layer, in, x, s, memory, &memory.tape);
    std::vector<float> dy = dout;
    BackwardContext context{memory.arena, memory.tape, weights, into, s.dropout, s.n_trials, s.batch_statistics};
    layer.backward({target, s.n_trials, in}, {dy.data(), s.n_trials, out}, {x.data(), s.n_trials, in},
                   {y.data(), s.n_trials, out}, context);
    CHECK(memory.tape.empty());
  };
  backward(dx.data(), gradients);
  Weights without_input = weights.zeros();
  backward(nullptr, without_input);
  CHECK(std::ranges::equal(without_input.flat(), gradients.flat()));

  std::vector<GradientClaim> claims = {{"input", x, dx}};
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    if (weights.specs()[i].is_parameter)
      claims.push_back({weights.specs()[i].name, weights.values(i), gradients.values(i)});
  }
  const auto value = [&] {
    layer.set_weights(weights);
    return weighted(output_of(layer, in, x, s, memory), dout);
  };
  const double noise = 2e-7 * (1 + std::sqrt(static_cast<double>(dout.size())));
  return wrong_gradients(claims, {.step = s.step, .noise = noise, .tolerance = 0.01, .zero = s.zero}, value);
}

inline void check_gradients(Layer& layer, const MapShape& in, Weights weights, const Setting& s = {}) {
  const std::vector<std::string> none;
  CHECK(wrong_layer_gradients(layer, in, weights, s) == none);
  layer.set_weights(weights);
}

}  // namespace eegate::test
