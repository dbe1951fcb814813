// Layer normalisation with the weights of a file, forward and backward.
#pragma once

#include <string>
#include <vector>

#include "kernels/elementwise_gradient.h"
#include "kernels/layer_norm.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

class LayerNorm {
 public:
  // prefix.weight and prefix.bias [E], or neither.
  LayerNorm(const Weights& weights, const std::string& prefix, float eps)
      : weight_index_(weights.find(prefix + ".weight")), bias_index_(weights.find(prefix + ".bias")), eps_(eps) {
    set_weights(weights);
  }
  void set_weights(const Weights& weights) {
    if (weight_index_ < 0) return;
    const auto scale = weights.values(static_cast<std::size_t>(weight_index_)),
               shift = weights.values(static_cast<std::size_t>(bias_index_));
    weight_.assign(scale.begin(), scale.end());
    bias_.assign(shift.begin(), shift.end());
  }

  // Keeps x.
  void forward(Matrix out, ConstMatrix x, const ForwardContext& context) const {
    context.keep(x);
    layer_norm(out, x, weight_, bias_, eps_);
  }
  // The same with the result on the tape, behind x: for a layer that wants its input there.
  Matrix forward_kept(ConstMatrix x, const ForwardContext& context) const {
    context.keep(x);
    const Matrix out = context.kept(x.rows, x.cols);
    layer_norm(out, x, weight_, bias_, eps_);
    return out;
  }
  // dx += ...
  void backward(Matrix dx, ConstMatrix dy, BackwardContext& context) const {
    const ConstMatrix x = context.tape.pop();
    const auto gradient = [&](std::ptrdiff_t index) {
      return index < 0 ? std::span<float>() : context.gradients.values(static_cast<std::size_t>(index));
    };
    layer_norm_gradient(dx, gradient(weight_index_), gradient(bias_index_), dy, x, weight_, eps_);
  }

 private:
  std::ptrdiff_t weight_index_, bias_index_;
  std::vector<float> weight_, bias_;
  float eps_;
};

}  // namespace eegate
