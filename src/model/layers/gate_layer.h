// The gates of the gated transformer: what replaces "x + y", forward and backward.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/ablation.h"
#include "model/layers/linear.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

// What is wanted of a gate beside its output; in inference alone.
struct GateView {
  std::vector<float>* openness = nullptr;   // [rows, E]: s of an input gate, else the share of what is new
  std::vector<float>* candidate = nullptr;  // [rows, E]: what a sigtanh or gru gate lets in
  Forced forced = Forced::kNot;
};

class GateLayer {
 public:
  GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config);

  void set_weights(const Weights& weights) {
    for (std::optional<Linear>* linear : {&from_x_, &from_y_, &from_reset_}) {
      if (*linear) (*linear)->set_weights(weights);
    }
  }
  // x [rows, E] = gate(x, y): x the stream that bypasses the sub-layer, y [rows, E] the sub-layer's output. Keeps both
  // and the pre-activations.
  void forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view = {}) const;
  // dx, the gradient of the output, becomes that of the input x; dy += ...
  void backward(Matrix dx, Matrix dy, BackwardContext& context) const;

 private:
  void forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, Forced forced) const;
  // The columns of `pre` that decide how open the gate is.
  Matrix deciding(Matrix pre) const { return pre.slice_cols(kind_ == GateKind::kGru ? width_ : 0, width_); }
  // So far to one side that the logistic function is 1 to the last bit.
  void force_open(Matrix pre) const;
  void look_at(Matrix pre, const GateView& view) const;
  // The gradient of input, output and highway gates, `a` that of the pre-activations.
  void gate_gradient(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix pre, ConstMatrix x,
                     ConstMatrix y) const;
  void gru_backward(Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix pre, ConstMatrix y, ConstMatrix x,
                    BackwardContext& context) const;

  GateKind kind_;
  std::size_t width_;
  std::size_t n_pre_;                 // columns of pre-activations: E, 2 E (sigtanh) or 3 E (gru)
  std::optional<Linear> from_x_;      // input, output, highway: W_g;  gru: [U_r; U_z]
  std::optional<Linear> from_y_;      // sigtanh: [W_g; U_g];  gru: [W_r; W_z; W_g]
  std::optional<Linear> from_reset_;  // gru: U_g, applied to the reset stream
};

}  // namespace eegate
