// One layer of a GRU over sequences {frames, 1, T, F}: every frame is a sequence of its own. PyTorch's equations and
// layout, gate order r, z, n:
//   r, z = sigmoid, n = tanh of W_ih x_t + b_ih + W_hh h_t-1 + b_hh, where r multiplies what the state contributes to
//   n, its bias included;   h_t = (1 - z) n + z h_t-1
#pragma once

#include "model/layers/recurrent.h"

namespace eegate {

class Gru final : public Recurrent {
 public:
  // How the input comes, other than in training: said once of `n_copies` equal parts that stand side by side, or as
  // what GruProjection made of it.
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
  std::vector<PackedDense> once_;  // of each direction: W_ih, the columns of all copies summed up
};

// What a GRU makes of its input in every step alone, W_ih x + b_ih of its directions side by side. For inference alone,
// where several sequences share their steps.
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
