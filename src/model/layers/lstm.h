// One layer of an LSTM over sequences {frames, 1, T, F}, each frame a sequence. Equations and layout of torch.nn.LSTM,
// gate order i, f, g, o:
//   i, f, o = sigmoid(W_ih x_t + b_ih + W_hh h_t-1 + b_hh),   g = tanh(likewise),
//   c_t = f c_t-1 + i g,   h_t = o tanh(c_t)
#pragma once

#include "model/layers/recurrent.h"

namespace eegate {

class Lstm final : public Recurrent {
 public:
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden,
                           bool both = false);
  Lstm(const Weights& weights, const std::string& prefix) : Recurrent(weights, prefix), prefix_(prefix) {}

  std::string_view name() const override { return "LSTM"; }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  void run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s,
           const ForwardContext& context) const override;
  void run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                BackwardContext& context) const override;

  std::string prefix_;
};

}  // namespace eegate
