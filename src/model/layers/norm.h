// Layer normalisation with the weights of a file.
#pragma once

#include <string>
#include <vector>

#include "kernels/layer_norm.h"
#include "model/weights.h"

namespace eegate {

class LayerNorm {
 public:
  // prefix.weight and prefix.bias [E], or neither.
  LayerNorm(const Weights& weights, const std::string& prefix, float eps) : eps_(eps) {
    if (!weights.has(prefix + ".weight")) return;
    weight_.assign(weights[prefix + ".weight"].begin(), weights[prefix + ".weight"].end());
    bias_.assign(weights[prefix + ".bias"].begin(), weights[prefix + ".bias"].end());
  }
  void forward(Matrix out, ConstMatrix x) const { layer_norm(out, x, weight_, bias_, eps_); }

 private:
  std::vector<float> weight_, bias_;
  float eps_;
};

}  // namespace eegate
