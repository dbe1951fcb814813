// Layers on feature maps: values compared with plain double arithmetic, gradients with central differences.
#include "model/layers/map_layers.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "model/layers/branches.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_pool.h"
#include "support/close_to.h"
#include "support/layer_check.h"

using namespace eegate;
using namespace eegate::test;

namespace map_layers_test {

namespace {

// The definition, in double.
std::vector<double> convolved(const ConvSizes& s, const MapShape& in, const std::vector<float>& x, std::size_t n_trials,
                              std::span<const float> kernel, std::span<const float> bias) {
  const MapShape out = s.out_shape(in);
  const ConvGeometry& g = s.geometry;
  std::vector<double> y;
  for (std::size_t frame = 0; frame < n_trials * in.frames; ++frame) {
    for (std::size_t p = 0; p < out.height * out.width * out.maps; ++p) {
      const std::size_t o = p % out.maps, ox = p / out.maps % out.width, oy = p / out.maps / out.width;
      double sum = bias.empty() ? 0 : static_cast<double>(bias[o]);
      for (std::size_t k = 0; k < s.n_taps(); ++k) {
        const std::size_t kx = k % s.kernel.width, ky = k / s.kernel.width % s.kernel.height,
                          i = k / s.kernel.width / s.kernel.height;
        const std::size_t row = oy * g.stride.height + ky * g.dilation.height,
                          col = ox * g.stride.width + kx * g.dilation.width;
        if (row < g.pad_before.height || row >= in.height + g.pad_before.height) continue;
        if (col < g.pad_before.width || col >= in.width + g.pad_before.width) continue;
        const std::size_t point = (frame * in.height + row - g.pad_before.height) * in.width + col - g.pad_before.width;
        const std::size_t map = o / s.outputs_per_group() * s.n_in + i;
        sum += static_cast<double>(kernel[o * s.n_taps() + k]) * static_cast<double>(x[point * in.maps + map]);
      }
      y.push_back(sum);
    }
  }
  return y;
}

struct ConvCase {
  const char* what;
  MapShape in;
  std::vector<std::size_t> weight;
  bool bias;
  ConvGeometry geometry = {};
};

const ConvCase kConvolutions[] = {
    {"over time, one map, even kernel", {1, 5, 31, 1}, {8, 1, 1, 6}, false, same_times(6)},
    {"over time, one map, kernel longer than the signal", {1, 2, 5, 1}, {3, 1, 1, 16}, false, same_times(16)},
    {"over time, all maps", {2, 1, 23, 7}, {5, 7, 9}, true, same_times(9)},
    {"over time, stride", {1, 3, 22, 2}, {4, 2, 1, 5}, true, {.stride = {1, 3}}},
    {"over time, padding on one side", {1, 2, 9, 2}, {3, 2, 1, 4}, true, {.pad_after = {0, 3}}},
    {"dilated, stride 2",
     {1, 4, 40, 1},
     {3, 1, 1, 5},
     true,
     {.stride = {1, 2}, .dilation = {1, 4}, .pad_before = {0, 8}, .pad_after = {0, 8}}},
    {"over channels, stride 2, odd padding",
     {1, 9, 6, 3},
     {4, 3, 5, 1},
     true,
     {.stride = {2, 1}, .pad_before = {2, 0}, .pad_after = {2, 0}}},
    {"3 x 3 same", {2, 7, 6, 3}, {5, 3, 3, 3}, false, {.pad_before = {1, 1}, .pad_after = {1, 1}}},
    {"3 x 3 stride 2", {1, 8, 7, 3}, {2, 3, 3, 3}, true, {.stride = {2, 2}}},
    {"2 x 4, uneven padding", {1, 5, 6, 2}, {3, 2, 2, 4}, true, {.pad_before = {0, 1}, .pad_after = {1, 2}}},
    {"many rows of windows at a time", {1, 40, 60, 4}, {3, 4, 3, 3}, true, {.pad_before = {1, 1}, .pad_after = {1, 1}}},
    {"pointwise", {2, 3, 5, 6}, {9, 6, 1, 1}, true, {}},
    {"pointwise, stride", {1, 5, 5, 3}, {2, 3, 1, 1}, false, {.stride = {2, 2}}},
    {"depthwise over time", {1, 3, 19, 6}, {6, 1, 1, 4}, false, same_times(4, 6)},
    {"depthwise over time, two outputs each", {2, 1, 11, 3}, {6, 1, 1, 5}, true, same_times(5, 3)},
    {"depthwise over time, half the kernel on both sides",
     {1, 1, 12, 5},
     {5, 1, 1, 6},
     false,
     {.pad_before = {0, 3}, .pad_after = {0, 3}, .groups = 5}},
    {"depthwise over channels, two outputs each", {1, 7, 13, 4}, {8, 1, 7, 1}, false, {.groups = 4}},
    {"depthwise over channels, one output each", {1, 7, 3, 5}, {5, 1, 4, 1}, true, {.groups = 5}},
    {"depthwise, dilated", {1, 2, 17, 3}, {3, 1, 1, 3}, true, {.dilation = {1, 3}, .groups = 3}},
    {"depthwise 3 x 3, stride", {1, 7, 8, 3}, {6, 1, 3, 3}, true, {.stride = {2, 1}, .groups = 3}},
    {"two groups", {1, 4, 9, 6}, {4, 3, 2, 3}, true, {.pad_before = {1, 1}, .groups = 2}},
    {"one output point", {1, 5, 4, 2}, {3, 2, 5, 4}, true, {}},
};

std::vector<TensorSpec> specs_of(const ConvCase& c) {
  TensorList list;
  list.add_linear("conv", c.weight, c.bias);
  return list.take();
}

}  // namespace

TEST_CASE("convolutions of every shape equal their definition", "[model]") {
  for (const ConvCase& c : kConvolutions) {
    CAPTURE(c.what);
    const Weights weights = weights_of(specs_of(c));
    const Conv2d layer(weights, "conv", c.geometry);
    const std::vector<float> x = random_values(2 * c.in.size(), "input", 2);
    Memory memory;
    const std::vector<float> y = output_of(layer, c.in, x, {.n_trials = 2}, memory);
    const Extent kernel = c.weight.size() == 4 ? Extent{c.weight[2], c.weight[3]} : Extent{1, c.weight[2]};
    const std::vector<double> want =
        convolved({c.weight[0], c.weight[1], kernel, c.geometry}, c.in, x, 2, weights["conv.weight"],
                  c.bias ? weights["conv.bias"] : std::span<const float>());
    CHECK(largest_difference(y, want) < 2e-5);
  }
}

TEST_CASE("gradients of convolutions of every shape equal central differences", "[model]") {
  for (const ConvCase& c : kConvolutions) {
    CAPTURE(c.what);
    for (const std::size_t n_trials : {std::size_t{1}, std::size_t{2}}) {
      const Weights weights = weights_of(specs_of(c));
      Conv2d layer(weights, "conv", c.geometry);
      check_gradients(layer, c.in, weights, {.n_trials = n_trials});
    }
  }
}

TEST_CASE("pools of every shape: values and gradients", "[model]") {
  const Weights none = no_weights();
  const MapShape in = {2, 5, 13, 3};
  Memory memory;
  const std::vector<float> x = random_values(2 * in.size(), "input", 2);
  MeanPool mean({2, 4}, {1, 3});
  CHECK(mean.out_shape(in) == MapShape{2, 4, 4, 3});
  const std::vector<float> y = output_of(mean, in, x, {.n_trials = 2}, memory);
  float sum = 0;  // output row 2, column 1, map 1 of the first frame
  for (const std::size_t row : {2, 3}) {
    for (std::size_t col = 3; col < 7; ++col) sum += x[(row * 13 + col) * 3 + 1] / 8;
  }
  CHECK(std::abs(y[(2 * 4 + 1) * 3 + 1] - sum) < 1e-6F);
  check_gradients(mean, in, none);
  MeanPool side_by_side(4);
  CHECK(side_by_side.out_shape(in) == MapShape{2, 5, 3, 3});
  check_gradients(side_by_side, in, none, {.n_trials = 1});
  MaxPool overlapping({1, 5}, {1, 2}), both({3, 2}, {2, 2});
  check_gradients(overlapping, in, none, {.step = 2e-4});
  check_gradients(both, in, none, {.step = 2e-4});
}

TEST_CASE("a pool that covers everything pads with values that never win", "[model]") {
  MaxPool pool(5, /*same=*/true);
  const MapShape in = {1, 1, 12, 1};  // 15 points with padding: one on the left, two on the right
  CHECK(pool.out_shape(in) == MapShape{1, 1, 3, 1});
  const std::vector<float> x = {-1, -2, -3, -9, -5, -6, -7, -8, -4, -10, -11, -12};
  Memory memory;
  CHECK(output_of(pool, in, x, {.n_trials = 1}, memory) == std::vector<float>{-1, -4, -10});
  check_gradients(pool, {1, 1, 12, 2}, no_weights(), {.step = 2e-4});
  MaxPool longer(40, true);
  CHECK(longer.out_shape(in) == MapShape{1, 1, 1, 1});
  CHECK(output_of(longer, in, x, {.n_trials = 1}, memory) == std::vector<float>{-1});
  check_gradients(longer, {1, 1, 7, 3}, no_weights(), {.step = 2e-4});
}

TEST_CASE("batch norm over maps: gradients with and without scale, batch or running statistics", "[model]") {
  for (const bool with_scale : {true, false}) {
    for (const bool batch_statistics : {true, false}) {
      CAPTURE(with_scale, batch_statistics);
      TensorList list;
      MapNorm::list_tensors(list, "bn", 5, 0.1, with_scale);
      const Weights weights = weights_of(list.take());
      MapNorm layer(weights, "bn", 1e-3);
      check_gradients(layer, {2, 3, 4, 5}, weights, {.batch_statistics = batch_statistics});
      check_gradients(layer, {1, 1, 9, 5}, weights, {.n_trials = 1, .batch_statistics = batch_statistics});
    }
  }
}

TEST_CASE("batch norm tells the mean and the unbiased variance of a batch, for the running statistics", "[model]") {
  TensorList list;
  MapNorm::list_tensors(list, "bn", 1, 0.1, true);
  const Weights weights = weights_of(list.take());
  Weights gradients = weights.zeros();
  MapNorm layer(weights, "bn", 1e-3);
  const MapShape shape = {1, 1, 3, 1};
  const std::vector<float> x = {1, 2, 6};
  const Setting batch{.n_trials = 1, .batch_statistics = true};
  Memory memory;
  const std::vector<float> y = output_of(layer, shape, x, batch, memory, &memory.tape);
  std::vector<float> dx(3), dy(3, 1.0F);
  BackwardContext context{memory.arena, memory.tape, weights, gradients, nullptr, 1, true};
  layer.backward({dx.data(), 1, shape}, {dy.data(), 1, shape}, {x.data(), 1, shape}, {y.data(), 1, shape}, context);
  CHECK(gradients["bn.running_mean"][0] == 3.0F);
  CHECK(gradients["bn.running_var"][0] == 7.0F);  // (4 + 1 + 9) / 2
}

TEST_CASE("activations, dense layers and changes of order: gradients", "[model]") {
  const Weights none = no_weights();
  MapActivation elu(Activation::kElu), relu(Activation::kRelu);
  check_gradients(elu, {1, 2, 3, 5}, none);
  check_gradients(relu, {1, 2, 3, 5}, none, {.step = 2e-4});
  TensorList list;
  list.add_linear("dense", {4, 7});
  const Weights weights = weights_of(list.take());
  Dense dense(weights, "dense");
  check_gradients(dense, {2, 1, 3, 7}, weights);
  ChannelsToMaps to_maps;
  CHECK(to_maps.out_shape({2, 3, 8, 1}) == MapShape{2, 1, 8, 3});
  check_gradients(to_maps, {2, 3, 8, 1}, none);
  MapsToChannels to_channels;
  CHECK(to_channels.out_shape({2, 3, 4, 5}) == MapShape{2, 5, 12, 1});
  check_gradients(to_channels, {2, 3, 4, 5}, none);
}

TEST_CASE("dropout of values and of whole maps does not depend on the split of a batch", "[model]") {
  const MapShape shape = {2, 3, 4, 5};
  const std::vector<float> ones(4 * shape.size(), 1.0F);
  Memory memory;
  for (const DropoutUnit unit : {DropoutUnit::kValue, DropoutUnit::kMap}) {
    MapDropout layer(0.4, 3, unit);
    const Dropout whole(1, 2, 0), second_half(1, 2, 2);
    const std::vector<float> all = output_of(layer, shape, ones, {.n_trials = 4, .dropout = &whole}, memory);
    const std::vector<float> rest = output_of(layer, shape, ones, {.n_trials = 2, .dropout = &second_half}, memory);
    CHECK(std::equal(rest.begin(), rest.end(), all.begin() + 2 * static_cast<std::ptrdiff_t>(shape.size())));
    CHECK(std::ranges::count(all, 0.0F) > 0);
    CHECK(std::ranges::count(all, 0.0F) < static_cast<std::ptrdiff_t>(all.size()));
    check_gradients(layer, shape, no_weights(), {.dropout = &whole});
    CHECK(output_of(layer, shape, ones, {.n_trials = 4}, memory) == ones);
    if (unit == DropoutUnit::kValue) continue;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t first = i / 60 * 60 + i % 5;  // the same map of the frame's first point
      REQUIRE(all[i] == all[first]);
    }
  }
}

TEST_CASE("chains in branches and residuals: gradients, and the same values with and without a tape", "[model]") {
  TensorList list;
  list.add_linear("a", {2, 3, 1, 5});
  MapNorm::list_tensors(list, "bn", 2, 0.1);
  list.add_linear("b", {4, 3, 1, 1});
  list.add_linear("c", {6, 6, 3, 3}, false);
  MapNorm::list_tensors(list, "bn2", 6, 0.1);
  list.add_linear("dense", {3, 6 * 12});
  const Weights weights = weights_of(list.take());
  std::vector<Chain> branches(2);
  branches[0].add<Conv2d>(weights, "a", same_times(5)).add<MapNorm>(weights, "bn", 1e-3);
  branches[1].add<Conv2d>(weights, "b");
  Chain inner;
  inner.add<Conv2d>(weights, "c", ConvGeometry{.pad_before = {1, 1}, .pad_after = {1, 1}});
  inner.add<MapActivation>(Activation::kElu).add<MapNorm>(weights, "bn2", 1e-3);
  Chain chain;
  chain.add<MapActivation>(Activation::kElu).add<Branches>(std::move(branches)).add<Residual>(std::move(inner));
  chain.add<MapDropout>(0.2, 1).add<MapsToChannels>().reshape(as_vector).add<Dense>(weights, "dense");
  chain.reshape(as_vector);
  const MapShape in = {1, 3, 4, 3};
  CHECK(chain.out_shape(in) == MapShape{1, 1, 1, 3});
  const Dropout dropout(4, 5, 0);
  for (const bool batch_statistics : {true, false}) {
    // A bias before a batch norm only changes the mean that the norm subtracts.
    const std::set<std::string> zero = batch_statistics ? std::set<std::string>{"a.bias"} : std::set<std::string>();
    const Setting setting{.batch_statistics = batch_statistics, .dropout = &dropout, .zero = zero};
    check_gradients(chain, in, weights, setting);
    const std::vector<float> x = random_values(3 * in.size(), "x");
    Memory memory;
    const std::vector<float> plain = output_of(chain, in, x, setting, memory);
    CHECK(plain == output_of(chain, in, x, setting, memory, &memory.tape));
  }
}

}  // namespace map_layers_test
