// One layer of a GRU (Cho et al. 2014) over sequences {frames, 1, T, F}, each frame a sequence. Equations and layout of
// torch.nn.GRU, gate order r, z, n:
//   r = sigmoid(W_ir x_t + b_ir + W_hr h_t-1 + b_hr),   z likewise,
//   n = tanh(W_in x_t + b_in + r (W_hn h_t-1 + b_hn)),   h_t = (1 - z) n + z h_t-1
#pragma once

#include "model/layers/recurrent.h"

namespace eegate {

class Gru final : public Recurrent {
 public:
  // Shortcuts for inference: the features of the input are n_copies equal copies of which only one is given, or the
  // input is the output of GruProjection.
  struct Input {
    std::size_t n_copies = 1;
    bool is_projected = false;
  };
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden,
                           bool both = true);
  Gru(const Weights& weights, const std::string& prefix, const Input& input);
  Gru(const Weights& weights, const std::string& prefix) : Gru(weights, prefix, Input{}) {}

  std::string_view name() const override { return "GRU"; }
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;
  std::size_t n_in() const override;

 private:
  void run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s,
           const ForwardContext& context) const override;
  void run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                BackwardContext& context) const override;
  std::size_t place(const Direction& direction) const { return direction.from_the_end ? 1 : 0; }
  void project(const Direction& direction, Matrix gates, ConstMatrix x) const;
  void sum_copies(const Weights& weights);

  Input input_;
  std::vector<PackedDense> once_;  // for each direction: W_ih with the columns of all copies summed
};

// The part of a GRU that does not depend on its state, W_ih x + b_ih, directions side by side. Only for inference,
// where overlapping windows share their steps.
class GruProjection final : public Layer {
 public:
  GruProjection(const Weights& weights, const std::string& prefix);
  std::string_view name() const override { return "GRU's input"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { input_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  Linear input_;
};

}  // namespace eegate
