// The norms of a transformer: layer norm over the features of each token (torch.nn.LayerNorm), or batch norm of each
// feature over all tokens of the batch. All three classes have the same functions.
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "kernels/layer_norm.h"
#include "kernels/rows.h"
#include "model/layers/batch_norm.h"
#include "model/network.h"
#include "model/onnx/layers.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

class LayerNorm {
 public:
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t width) {
    const std::size_t first = list.size();
    list.add(prefix + ".weight", {width}, draw_constant(1));
    list.add(prefix + ".bias", {width}, draw_constant(0));
    list.set_role(TensorRole::kNorm, first);
  }
  // prefix.weight and prefix.bias [E], or neither.
  LayerNorm(const Weights& weights, const std::string& prefix, float eps)
      : prefix_(prefix),
        weight_index_(weights.find(prefix + ".weight")),
        bias_index_(weights.find(prefix + ".bias")),
        eps_(eps) {
    set_weights(weights);
  }
  void set_weights(const Weights& weights) {
    if (weight_index_ < 0) return;
    const auto scale = weights.values(static_cast<std::size_t>(weight_index_)),
               shift = weights.values(static_cast<std::size_t>(bias_index_));
    weight_.assign(scale.begin(), scale.end());
    bias_.assign(shift.begin(), shift.end());
  }

  // out = (x - mean) / sqrt(variance + eps) * weight + bias for each row of x [rows, E]; out may be x. Saves x.
  void forward(Matrix out, ConstMatrix x, const ForwardContext& context) const {
    context.save(x);
    layer_norm(out, x, weight_, bias_, eps_);
  }
  // The same with the result on top of the tape in training, for a layer that needs its input there.
  Matrix forward_saved(ConstMatrix x, const ForwardContext& context) const {
    context.save(x);
    const Matrix out = context.saved(x.rows, x.cols);
    layer_norm(out, x, weight_, bias_, eps_);
    return out;
  }
  // dx += the gradient of x.
  void backward(Matrix dx, ConstMatrix dy, BackwardContext& context) const {
    const ConstMatrix x = context.tape.pop();
    const auto gradient = [&](std::ptrdiff_t index) {
      return index < 0 ? std::span<float>() : context.gradients.values(static_cast<std::size_t>(index));
    };
    layer_norm_gradient(dx, gradient(weight_index_), gradient(bias_index_), dy, x, weight_, eps_);
  }

  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t width) const {
    return onnx::layer_norm(g, x, prefix_, static_cast<double>(eps_), width, weight_index_ >= 0);
  }

 private:
  std::string prefix_;
  std::ptrdiff_t weight_index_, bias_index_;
  std::vector<float> weight_, bias_;
  float eps_;
};

// BatchNorm with the interface of LayerNorm.
class TokenBatchNorm {
 public:
  TokenBatchNorm(const Weights& weights, const std::string& prefix, float eps)
      : norm_(weights, prefix, eps), prefix_(prefix), eps_(eps) {}
  void set_weights(const Weights& weights) { norm_.set_weights(weights); }

  void forward(Matrix out, ConstMatrix x, const ForwardContext& context) const {
    if (out.data != x.data) std::copy_n(x.data, x.size(), out.data);
    norm_.forward(out, context);
  }
  Matrix forward_saved(ConstMatrix x, const ForwardContext& context) const {
    if (context.tape == nullptr) {
      const Matrix out = context.arena.matrix(x.rows, x.cols);
      forward(out, x, context);
      return out;
    }
    const ArenaScope scope(context.arena);
    const Matrix normed = context.arena.matrix(x.rows, x.cols);
    forward(normed, x, context);
    const Matrix out = context.saved(x.rows, x.cols);  // above what the norm saved
    std::copy_n(normed.data, normed.size(), out.data);
    return out;
  }
  void backward(Matrix dx, ConstMatrix dy, BackwardContext& context) const {
    const ArenaScope scope(context.arena);
    const Matrix du = context.arena.matrix(dy.rows, dy.cols);
    std::copy_n(dy.data, dy.size(), du.data);
    norm_.backward(du, context);
    add_rows(dx, du);
  }

  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t /*width*/) const {
    return onnx::batch_norm_of_features(g, x, prefix_, static_cast<double>(eps_));
  }

 private:
  BatchNorm norm_;
  std::string prefix_;
  float eps_;
};

// The norm that the configuration selects.
class Norm {
 public:
  // prefix.weight and .bias [E] if norm_affine, and prefix.running_mean and .running_var [E] of a batch norm.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config) {
    const std::size_t width = config.embedding.dim;
    const bool affine = config.norm_affine;
    if (config.batch_norm) return BatchNorm::list_tensors(list, prefix, width, config.norm_momentum, affine, affine);
    if (affine) LayerNorm::list_tensors(list, prefix, width);
  }
  Norm(const Weights& weights, const std::string& prefix, bool batch, float eps)
      : norm_(batch ? Either(TokenBatchNorm(weights, prefix, eps)) : Either(LayerNorm(weights, prefix, eps))) {}
  void set_weights(const Weights& weights) {
    std::visit([&](auto& norm) { norm.set_weights(weights); }, norm_);
  }
  // out may be x.
  void forward(Matrix out, ConstMatrix x, const ForwardContext& context) const {
    std::visit([&](const auto& norm) { norm.forward(out, x, context); }, norm_);
  }
  // With the result on top of the tape in training, for a layer that needs its input there.
  Matrix forward_saved(ConstMatrix x, const ForwardContext& context) const {
    return std::visit([&](const auto& norm) { return norm.forward_saved(x, context); }, norm_);
  }
  // dx += ...
  void backward(Matrix dx, ConstMatrix dy, BackwardContext& context) const {
    std::visit([&](const auto& norm) { norm.backward(dx, dy, context); }, norm_);
  }
  // x [B, N, width]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t width) const {
    return std::visit([&](const auto& norm) { return norm.to_onnx(g, x, width); }, norm_);
  }

 private:
  using Either = std::variant<LayerNorm, TokenBatchNorm>;
  Either norm_;
};

}  // namespace eegate
