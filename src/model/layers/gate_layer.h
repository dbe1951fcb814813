// The gates of the gated transformer: what replaces "x + y".
#pragma once

#include <string>

#include "base/arena.h"
#include "model/layers/linear.h"
#include "model/transformer_config.h"

namespace eegate {

class GateLayer {
 public:
  GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config);

  // x [rows, E] = gate(x, y): x the stream that bypasses the sub-layer, y [rows, E] the sub-layer's output.
  void forward(Matrix x, ConstMatrix y, Arena& arena) const;

 private:
  void gru(Matrix x, ConstMatrix y, Arena& arena) const;
  GateKind kind_;
  std::size_t width_;
  PackedMatrix from_x_;     // input, output, highway: W_g;  gru: [U_r; U_z]
  PackedMatrix from_y_;     // sigtanh: [W_g; U_g];  gru: [W_r; W_z; W_g]
  PackedMatrix from_reset_;  // gru: U_g, applied to the reset stream
};

}  // namespace eegate
