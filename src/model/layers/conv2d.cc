#include "model/layers/conv2d.h"

#include <algorithm>

#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

ConvSizes sizes_of(const TensorSpec& weight, const ConvGeometry& geometry) {
  const auto& shape = weight.shape;
  const Extent kernel = shape.size() == 4 ? Extent{shape[2], shape[3]} : Extent{1, shape[2]};
  return {shape[0], shape[1], kernel, geometry};
}

}  // namespace

Conv2d::Conv2d(const Weights& weights, const std::string& prefix, const ConvGeometry& geometry)
    : prefix_(prefix),
      weight_(static_cast<std::size_t>(weights.find(prefix + ".weight"))),
      bias_(weights.find(prefix + ".bias")),
      sizes_(sizes_of(weights.specs()[weight_], geometry)),
      convolution_(make_convolution(sizes_)) {
  set_weights(weights);
}

void Conv2d::set_weights(const Weights& weights) {
  const bool has_bias = bias_ >= 0;
  convolution_->set_kernel(weights.values(weight_),
                           has_bias ? weights.values(static_cast<std::size_t>(bias_)) : std::span<const float>());
}

void Conv2d::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (bias_ >= 0) add_bias_gradient(context.gradients.values(static_cast<std::size_t>(bias_)), dout, context.arena);
  convolution_->backward(din, context.gradients.values(weight_), dout, in, context.arena);
}

void add_bias_gradient(std::span<float> db, ConstMaps dout, Arena& arena) {
  const ArenaScope scope(arena);
  const std::span<float> sum = arena.floats(db.size());
  const std::size_t n = dout.shape.n_points();
  for (std::size_t trial = 0; trial < dout.n_trials; ++trial) {
    std::ranges::fill(sum, 0.0F);
    bias_gradient(sum, dout.points().slice_rows(trial * n, n));
    add_scaled(db, sum, 1.0F);
  }
}

onnx::Value Conv2d::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const {
  g.set_place(prefix_);
  return onnx::convolution(g, in, prefix_, onnx::options_of(sizes_.geometry));
}

}  // namespace eegate
