#include "model/layers/linear.h"

#include <algorithm>

#include "kernels/matmul_gradient.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"

namespace eegate {

Linear::Linear(const Weights& weights, const std::vector<Part>& parts) {
  std::vector<ConstMatrix> matrices;
  std::vector<float> bias;
  bool any_bias = false;
  for (const Part& part : parts) {
    const ConstMatrix weight = weights.matrix(part.weight);
    const Place place{static_cast<std::size_t>(weights.find(part.weight)), weight.rows,
                      part.bias.empty() ? -1 : weights.find(part.bias), part.bias_sign};
    for (std::size_t i = 0; i < weight.rows; ++i) {
      bias.push_back(place.bias < 0 ? 0.0F : part.bias_sign * weights.values(static_cast<std::size_t>(place.bias))[i]);
    }
    any_bias = any_bias || place.bias >= 0;
    matrices.push_back(weight);
    places_.push_back(place);
  }
  packed_ = PackedMatrix(matrices, any_bias ? std::span<const float>(bias) : std::span<const float>());
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
  if (dx.data == nullptr) return;
  if (!turned_) {
    std::vector<float> stacked(n_in() * n_out());  // [in, out]
    std::size_t column = 0;
    for (const Place& place : places_) {
      const ConstMatrix weight(context.weights.values(place.weight).data(), place.n_out, n_in());
      transpose(Matrix(stacked.data() + column, n_in(), place.n_out, n_out()), weight);
      column += place.n_out;
    }
    turned_.emplace(ConstMatrix(stacked.data(), n_in(), n_out()), std::span<const float>());
  }
  matmul(dx, dy, *turned_, {.residual = dx});
}

}  // namespace eegate
