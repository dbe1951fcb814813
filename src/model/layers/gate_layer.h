// The gates of the gated transformer: what replaces "x + y", forward and backward.
#pragma once

#include <optional>
#include <string>

#include "model/layers/linear.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

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
  void forward(Matrix x, ConstMatrix y, const ForwardContext& context) const;
  // dx, the gradient of the output, becomes that of the input x; dy += ...
  void backward(Matrix dx, Matrix dy, BackwardContext& context) const;

 private:
  void forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena) const;
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
