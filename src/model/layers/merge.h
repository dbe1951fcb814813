// Token merging between two stages of window attention (patch merging, Liu et al. 2021, in one dimension): neighbouring
// pairs become one token of twice the width.
#pragma once

#include <string>

#include "model/layers/linear.h"
#include "model/layers/norm.h"
#include "model/network.h"

namespace eegate {

class Merge {
 public:
  // prefix.norm.weight, prefix.norm.bias [2E], prefix.weight [2E, 2E].
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t width) {
    LayerNorm::list_tensors(list, prefix + ".norm", 2 * width);
    list.add_linear(prefix, {2 * width, 2 * width}, /*with_bias=*/false);
  }
  Merge(const Weights& weights, const std::string& prefix, float eps)
      : prefix_(prefix), norm_(weights, prefix + ".norm", eps), linear_(weights, prefix) {}
  void set_weights(const Weights& weights) {
    norm_.set_weights(weights);
    linear_.set_weights(weights);
  }

  static std::size_t n_merged(std::size_t n_tokens) { return (n_tokens + 1) / 2; }
  // merged [B, ceil(N / 2), 2E] = W LN([x_2i, x_2i+1]) for x [B, N, E]; an odd last token is paired with zeros. Saves
  // the pairs before and after the norm.
  void forward(Tensor3 merged, ConstTensor3 x, const ForwardContext& context) const;
  // Writes dx.
  void backward(Tensor3 dx, ConstTensor3 dmerged, BackwardContext& context) const;
  // [B, n_tokens, E] -> [B, ceil(n_tokens / 2), 2E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_tokens) const;

 private:
  std::string prefix_;
  LayerNorm norm_;
  Linear linear_;
};

}  // namespace eegate
