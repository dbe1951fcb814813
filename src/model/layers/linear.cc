#include "model/layers/linear.h"

#include <algorithm>

#include "kernels/matmul.h"
#include "kernels/rows.h"

namespace eegate {

Linear::Linear(const Weights& weights, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    places_.push_back({static_cast<std::size_t>(weights.find(part.weight)), weights.matrix(part.weight).rows,
                       part.bias.empty() ? -1 : weights.find(part.bias), part.bias_sign});
  }
  set_weights(weights);
}

std::vector<ConstMatrix> Linear::matrices(const Weights& weights) const {
  std::vector<ConstMatrix> result;
  for (const Place& place : places_) {
    const std::span<const float> values = weights.values(place.weight);
    result.emplace_back(values.data(), place.n_out, values.size() / place.n_out);
  }
  return result;
}

void Linear::set_weights(const Weights& weights) {
  std::vector<float> bias;
  for (const Place& place : places_) {
    for (std::size_t i = 0; i < place.n_out; ++i) {
      bias.push_back(place.bias < 0 ? 0.0F : place.bias_sign * weights.values(static_cast<std::size_t>(place.bias))[i]);
    }
  }
  if (weights.int8(places_.front().weight) != nullptr) return pack_int8(weights, bias);
  int8_ = {};
  packed_.pack(matrices(weights), bias);
  transposed_.reset();
}

void Linear::pack_int8(const Weights& weights, std::span<const float> bias) {
  std::vector<Int8Matrix> stack;
  for (const Place& place : places_) {
    const Int8Tensor& tensor = *weights.int8(place.weight);
    stack.push_back({tensor.values.data(), tensor.scales.data(), place.n_out, tensor.values.size() / place.n_out});
  }
  int8_.pack(stack, bias);
}

void Linear::backward(Matrix dx, ConstMatrix dy, ConstMatrix x, BackwardContext& context) const {
  std::size_t first = 0;
  for (const Place& place : places_) {
    const ConstMatrix part = dy.slice_cols(first, place.n_out);
    weight_gradient({context.gradients.values(place.weight).data(), place.n_out, n_in()}, part, x, context.arena);
    if (place.bias >= 0) {
      const ArenaScope scope(context.arena);
      const std::span<float> sum = context.arena.floats(place.n_out);
      std::fill(sum.begin(), sum.end(), 0.0F);
      bias_gradient(sum, part);
      add_scaled(context.gradients.values(static_cast<std::size_t>(place.bias)), sum, place.bias_sign);
    }
    first += place.n_out;
  }
  if (dx.data != nullptr) add_input_gradient(dx, dy, context);
}

void Linear::add_input_gradient(Matrix dx, ConstMatrix dy, BackwardContext& context) const {
  add_matmul(dx, dy, transposed_.get([&](PackedMatrix& w) { w.pack_transposed(matrices(context.weights)); }));
}

}  // namespace eegate
