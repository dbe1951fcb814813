// LSTM, attention with a context vector, windows and the electrode mesh: values and gradients.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "model/layers/context_attention.h"
#include "model/layers/mesh.h"
#include "model/layers/recurrent.h"
#include "model/layers/sequence.h"
#include "support/layer_check.h"

using namespace eegate;
using namespace eegate::test;

namespace recurrent_layers_test {

namespace {

const char* const kElectrodes[] = {
    "Fp1", "Fpz", "Fp2", "AF7", "AF3", "AFz", "AF4", "AF8", "F7",  "F5",  "F3",  "F1",  "Fz",  "F2",  "F4", "F6",
    "F8",  "FT7", "FC5", "FC3", "FC1", "FCz", "FC2", "FC4", "FC6", "FT8", "T9",  "T7",  "C5",  "C3",  "C1", "Cz",
    "C2",  "C4",  "C6",  "T8",  "T10", "TP7", "CP5", "CP3", "CP1", "CPz", "CP2", "CP4", "CP6", "TP8", "P7", "P5",
    "P3",  "P1",  "Pz",  "P2",  "P4",  "P6",  "P8",  "PO7", "PO3", "POz", "PO4", "PO8", "O1",  "Oz",  "O2", "Iz"};

Weights lstm_weights(std::size_t n_in, std::size_t hidden, bool both) {
  TensorList list;
  Lstm::list_tensors(list, "lstm.0", n_in, hidden, both);
  return weights_of(list.take());
}

// The equations, value by value, in double.
std::vector<double> plain_lstm(const Weights& w, const std::vector<float>& x, std::size_t n_in, std::size_t hidden) {
  const auto at = [&](const char* name, std::size_t i) {
    return static_cast<double>(w["lstm.0.fwd." + std::string(name)][i]);
  };
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  std::vector<double> h(hidden, 0.0), c(hidden, 0.0), all;
  for (std::size_t t = 0; t < x.size() / n_in; ++t) {
    std::vector<double> gate(4 * hidden);
    for (std::size_t g = 0; g < gate.size(); ++g) {
      gate[g] = at("bias_ih", g) + at("bias_hh", g);
      for (std::size_t k = 0; k < n_in; ++k)
        gate[g] += at("weight_ih", g * n_in + k) * static_cast<double>(x[t * n_in + k]);
      for (std::size_t k = 0; k < hidden; ++k) gate[g] += at("weight_hh", g * hidden + k) * h[k];
    }
    for (std::size_t k = 0; k < hidden; ++k) {
      c[k] = sigmoid(gate[hidden + k]) * c[k] + sigmoid(gate[k]) * std::tanh(gate[2 * hidden + k]);
      h[k] = sigmoid(gate[3 * hidden + k]) * std::tanh(c[k]);
    }
    all.insert(all.end(), h.begin(), h.end());
  }
  return all;
}

void check_close(const std::vector<float>& got, const std::vector<double>& want, double tolerance) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::abs(static_cast<double>(got[i]) - want[i]) < tolerance);
}

// Forward and backward weights exchanged.
Weights turned(const Weights& weights) {
  Weights result = weights;
  for (const char* part : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"}) {
    const auto forward = static_cast<std::size_t>(result.find("lstm.0.fwd." + std::string(part)));
    const auto backward = static_cast<std::size_t>(result.find("lstm.0.bwd." + std::string(part)));
    std::ranges::copy(weights.values(backward), result.values(forward).begin());
    std::ranges::copy(weights.values(forward), result.values(backward).begin());
  }
  return result;
}

}  // namespace

TEST_CASE("an LSTM gives the values of a small case", "[model]") {
  Weights weights = lstm_weights(2, 2, false);
  const std::pair<const char*, double> fills[] = {
      {"weight_ih", 0.1}, {"weight_hh", 0.2}, {"bias_ih", 0.3}, {"bias_hh", 0.4}};
  for (const auto& [name, phase] : fills) {
    const std::span<float> values =
        weights.values(static_cast<std::size_t>(weights.find("lstm.0.fwd." + std::string(name))));
    std::ranges::copy(filled(values.size(), phase), values.begin());
  }
  std::vector<float> x = filled(6, 0.5);
  for (float& value : x) value *= 2;
  Memory memory;
  const std::vector<float> h = output_of(Lstm(weights, "lstm.0"), {1, 1, 3, 2}, x, {.n_trials = 1}, memory);
  check_close(h,
              {0.20153680230185797, 0.10724893395992503, 0.24881521917474275, 0.06440823332936209, 0.32946069910574494,
               0.08805809599722882},
              1e-6);
}

TEST_CASE("an LSTM equals its equations in double over many steps and odd sizes", "[model]") {
  const Weights weights = lstm_weights(3, 7, false);
  const Lstm layer(weights, "lstm.0");
  const std::vector<float> x = random_values(3 * 50 * 3, "x", 2);
  Memory memory;
  const std::vector<float> h = output_of(layer, {3, 1, 50, 3}, x, {.n_trials = 1}, memory);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(i * 50);
    check_close({h.begin() + first * 7, h.begin() + (first + 50) * 7},
                plain_lstm(weights, {x.begin() + first * 3, x.begin() + (first + 50) * 3}, 3, 7), 1e-5);
  }
  // The output of a sequence does not depend on the other sequences of the batch or on the tape.
  const std::vector<float> last(x.begin() + 300, x.end());
  const std::vector<float> alone = output_of(layer, {1, 1, 50, 3}, last, {.n_trials = 1}, memory);
  CHECK(std::equal(alone.begin(), alone.end(), h.begin() + 700));
  CHECK(output_of(layer, {1, 1, 50, 3}, x, {.n_trials = 3}, memory, &memory.tape) == h);
}

TEST_CASE("a bidirectional LSTM with its directions exchanged reads reversed time and swaps its halves", "[model]") {
  constexpr std::size_t kSteps = 9, kIn = 4, kHidden = 5;
  const Weights weights = lstm_weights(kIn, kHidden, true);
  const Lstm layer(weights, "lstm.0"), other(turned(weights), "lstm.0");
  const std::vector<float> x = random_values(kSteps * kIn, "x", 2);
  std::vector<float> reversed;
  for (std::size_t t = kSteps; t-- > 0;)
    for (std::size_t k = 0; k < kIn; ++k) reversed.push_back(x[t * kIn + k]);
  Memory memory;
  const MapShape shape = {1, 1, kSteps, kIn};
  const std::vector<float> a = output_of(layer, shape, x, {.n_trials = 1}, memory),
                           b = output_of(other, shape, reversed, {.n_trials = 1}, memory);
  REQUIRE(a.size() == kSteps * 2 * kHidden);
  for (std::size_t t = 0; t < kSteps; ++t) {
    for (std::size_t k = 0; k < 2 * kHidden; ++k)
      CHECK(a[t * 2 * kHidden + k] == b[(kSteps - 1 - t) * 2 * kHidden + (k + kHidden) % (2 * kHidden)]);
  }
}

TEST_CASE("gradients of LSTMs equal central differences: odd sizes, one step, both directions", "[model]") {
  for (const bool both : {false, true}) {
    for (const MapShape& shape : {MapShape{1, 1, 6, 3}, MapShape{1, 1, 1, 3}, MapShape{2, 1, 5, 3}}) {
      CAPTURE(both, shape.frames, shape.width);
      const Weights weights = lstm_weights(3, 5, both);
      Lstm layer(weights, "lstm.0");
      CHECK(layer.out_shape(shape) == MapShape{shape.frames, 1, shape.width, both ? 10UL : 5UL});
      // The first step has no state before it.
      const std::set<std::string> zero =
          shape.width == 1 ? std::set<std::string>{"weight_hh"} : std::set<std::string>();
      check_gradients(layer, shape, weights, {.zero = zero});
      check_gradients(layer, shape, weights, {.n_trials = 1, .zero = zero});
    }
  }
}

TEST_CASE("attention with a context vector: shares, one step, gradients", "[model]") {
  TensorList list;
  AttentionPool::list_tensors(list, "attn", 4, 3);
  Weights weights = weights_of(list.take());
  AttentionPool layer(weights, "attn");
  check_gradients(layer, {1, 1, 6, 3}, weights);
  check_gradients(layer, {2, 1, 5, 3}, weights, {.n_trials = 2});
  const std::vector<float> x = random_values(12, "x");
  Memory memory;
  // A single step has attention 1.
  CHECK(output_of(layer, {1, 1, 1, 3}, x, {.n_trials = 4}, memory) == x);
  // With a context vector of zeros all steps have the same attention.
  std::ranges::fill(weights.values(static_cast<std::size_t>(weights.find("attn.u"))), 0.0F);
  layer.set_weights(weights);
  const std::vector<float> mean = output_of(layer, {1, 1, 4, 3}, x, {.n_trials = 1}, memory);
  CHECK(std::abs(mean[1] - (x[1] + x[4] + x[7] + x[10]) / 4) < 1e-6F);
}

TEST_CASE("sliding windows are counted as the format says, strict or not", "[model]") {
  const auto count = [](std::size_t n_times, std::size_t window, std::size_t step, bool strict) {
    std::size_t n = 0;  // starts s with s + window < T; not strict: <=
    for (std::size_t s = 0; strict ? s + window < n_times : s + window <= n_times; s += step) ++n;
    CHECK(SlidingWindows(window, step, strict).out_shape({1, 1, n_times, 2}) == MapShape{n, 1, window, 2});
    return n;
  };
  CHECK(count(656, 256, 32, true) == 13);
  CHECK(count(640, 256, 32, true) == 12);   // one that ends exactly with the trial is left out
  CHECK(count(640, 256, 32, false) == 13);  // or not
  CHECK(count(257, 256, 32, true) == 1);
  CHECK(count(256, 256, 32, false) == 1);
  CHECK(count(10, 10, 5, false) == 1);
  CHECK(count(14, 10, 5, false) == 1);
  CHECK(count(15, 10, 5, false) == 2);
  CHECK(count(7, 3, 5, false) == 1);  // steps longer than the window
}

TEST_CASE("windows, last steps and means of frames: values and gradients", "[model]") {
  const Weights none = no_weights();
  SlidingWindows windows(4, 2), apart(2, 5), strict(4, 3, true);
  Memory memory;
  std::vector<float> x(9);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  CHECK(output_of(windows, {1, 1, 9, 1}, x, {.n_trials = 1}, memory) ==
        std::vector<float>{0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7});
  CHECK(output_of(strict, {1, 1, 7, 1}, x, {.n_trials = 1}, memory) == std::vector<float>{0, 1, 2, 3});
  for (SlidingWindows* layer : {&windows, &apart, &strict}) check_gradients(*layer, {1, 1, 11, 3}, none);
  LastStep last;
  CHECK(output_of(last, {3, 1, 3, 1}, x, {.n_trials = 1}, memory) == std::vector<float>{2, 5, 8});
  check_gradients(last, {2, 1, 4, 3}, none);
  MeanOfFrames mean;
  CHECK(output_of(mean, {3, 1, 1, 1}, x, {.n_trials = 3}, memory) == std::vector<float>{1, 4, 7});
  check_gradients(mean, {4, 1, 1, 3}, none);
}

TEST_CASE("64 electrodes have 64 cells of the mesh, and 46 stay empty", "[model]") {
  const std::vector<std::string> names(std::begin(kElectrodes), std::end(kElectrodes));
  std::set<int> cells;
  for (const std::string& name : names) cells.insert(mesh_cell(name));
  CHECK(cells.size() == 64);
  CHECK(*cells.begin() == 4);  // Fp1: row 0, column 4
  const ElectrodeMesh mesh(names);
  const std::vector<float> x = random_values(64 * 3, "x", 20);
  Memory memory;
  const std::vector<float> pictures = output_of(mesh, {1, 64, 3, 1}, x, {.n_trials = 1}, memory);
  REQUIRE(pictures.size() == 3 * 110);
  for (std::size_t t = 0; t < 3; ++t) {
    double mean = 0, squares = 0;
    for (std::size_t c = 0; c < 64; ++c) mean += static_cast<double>(x[c * 3 + t]) / 64;
    for (std::size_t c = 0; c < 64; ++c) squares += std::pow(static_cast<double>(x[c * 3 + t]) - mean, 2) / 64;
    for (std::size_t cell = 0; cell < 110; ++cell) {
      if (!cells.contains(static_cast<int>(cell))) CHECK(pictures[t * 110 + cell] == 0.0F);
    }
    for (std::size_t c = 0; c < 64; ++c) {
      const double want = (static_cast<double>(x[c * 3 + t]) - mean) / (std::sqrt(squares) + 1e-6);
      const float got = pictures[t * 110 + static_cast<std::size_t>(mesh_cell(names[c]))];
      CHECK(std::abs(static_cast<double>(got) - want) < 1e-5);
    }
  }
}

TEST_CASE("the mesh goes by names, not by the order of channels, and lets gradients through its z-score", "[model]") {
  const std::vector<std::string> names = {"C3", "Cz", "Iz", "T9", "Fp1"},
                                 turned_names = {"Fp1", "T9", "Iz", "Cz", "C3"};
  ElectrodeMesh mesh(names), turned_mesh(turned_names);
  const std::vector<float> x = random_values(5 * 4, "x", 3);
  std::vector<float> turned_x;
  for (std::size_t c = 5; c-- > 0;)
    for (std::size_t t = 0; t < 4; ++t) turned_x.push_back(x[c * 4 + t]);
  Memory memory;
  const std::vector<float> one = output_of(mesh, {1, 5, 4, 1}, x, {.n_trials = 1}, memory),
                           other = output_of(turned_mesh, {1, 5, 4, 1}, turned_x, {.n_trials = 1}, memory);
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(std::abs(one[i] - other[i]) < 1e-6F);
  check_gradients(mesh, {1, 5, 4, 1}, no_weights());
}

}  // namespace recurrent_layers_test
