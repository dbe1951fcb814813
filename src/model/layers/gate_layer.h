// A gate with the weights of a file in the place of the sum "x + y", forward and backward.
#pragma once

#include <string>
#include <vector>

#include "model/layers/block_view.h"
#include "model/layers/gates.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

class GateLayer {
 public:
  // The matrices [E, E] and the bias b_g [E] of the configuration's gate.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
      : prefix_(prefix),
        gate_(*config.gate),
        width_(config.embedding.dim),
        bias_plus_(config.gate_bias_plus),
        products_(weights, prefix, gate_.form.matrices, config.gate_bias_plus) {}

  void set_weights(const Weights& weights) { products_.set_weights(weights); }
  // x [rows, E] = gate(x, y): x the stream that bypasses the sub-layer, y [rows, E] the sub-layer's output. Keeps both
  // and the pre-activations.
  void forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view = {}) const;
  // dx, the gradient of the output, becomes that of the input x; dy += ...
  void backward(Matrix dx, Matrix dy, BackwardContext& context) const;
  // x and y [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const onnx::Value& y) const {
    g.set_place(prefix_);
    return gate_.to_onnx({g, x, y, prefix_, bias_plus_});
  }

 private:
  void forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, const GateView& view) const;
  // The columns of `pre` that decide how open the gate is.
  Matrix deciding(Matrix pre) const { return pre.slice_cols(gate_.form.deciding * width_, width_); }
  // Every pre-activation becomes the one whose logistic function gives the weight; for 0 and 1 so far to one side that
  // it is that to the last bit.
  void force_open(Matrix pre, double weight) const;
  void look_at(Matrix pre, const GateView& view) const;

  std::string prefix_;
  const Gate& gate_;
  std::size_t width_;
  bool bias_plus_;
  GateProducts products_;
};

}  // namespace eegate
