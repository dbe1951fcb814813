// A gate with its weights, in a gated encoder block instead of the residual sum x + y. The formulas are in gates.h.
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
  // prefix.NAME [E, E] for the matrices of the configured gate, and prefix.b_g [E] if it has a bias.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
      : prefix_(prefix),
        gate_(*config.gate),
        width_(config.embedding.dim),
        bias_plus_(config.gate_bias_plus),
        products_(weights, prefix, gate_.form.matrices, config.gate_bias_plus) {}

  void set_weights(const Weights& weights) { products_.set_weights(weights); }
  // x = gate(x, y), in place; x [rows, E] is the residual stream, y [rows, E] the sub-layer's output. Saves both and
  // the pre-activations.
  void forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view = {}) const;
  // dx, the gradient of the output, is replaced by that of x; dy += the gradient of y.
  void backward(Matrix dx, Matrix dy, BackwardContext& context) const;
  // x and y [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const onnx::Value& y) const {
    g.set_place(prefix_);
    return gate_.to_onnx({g, x, y, prefix_, bias_plus_});
  }

 private:
  void forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, const GateView& view) const;
  // The columns of `pre` whose sigmoid is the weight of the gate.
  Matrix deciding(Matrix pre) const { return pre.slice_cols(gate_.form.deciding * width_, width_); }
  // Sets the deciding pre-activations so that their sigmoid is `weight`; for 0 and 1 to values so large that it is
  // exact in float32.
  void force_open(Matrix pre, double weight) const;
  void record(Matrix pre, const GateView& view) const;

  std::string prefix_;
  const Gate& gate_;
  std::size_t width_;
  bool bias_plus_;
  GateProducts products_;
};

}  // namespace eegate
