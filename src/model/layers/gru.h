// One layer of a GRU over sequences {frames, 1, T, F}: every frame is a sequence of its own. PyTorch's equations and
// layout, gate order r, z, n:
//   r, z = sigmoid, n = tanh of W_ih x_t + b_ih + W_hh h_t-1 + b_hh, where r multiplies what the state contributes to
//   n, its bias included;   h_t = (1 - z) n + z h_t-1
#pragma once

#include <string>
#include <vector>

#include "model/layers/layer.h"
#include "model/layers/linear.h"

namespace eegate {

class Gru final : public Layer {
 public:
  // prefix.fwd.weight_ih [3H, F], .weight_hh [3H, H], .bias_ih, .bias_hh [3H], and the same of prefix.bwd if it runs in
  // both directions.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden,
                           bool both = true);
  // If the list has prefix.bwd, a second one runs from the last step to the first, and its h stand behind those of the
  // first: {frames, 1, T, 2H}.
  // `n_copies` > 1: for inference alone, where the input is said once of so many equal parts that stand side by side.
  Gru(const Weights& weights, const std::string& prefix, std::size_t n_copies = 1);

  std::string_view name() const override { return "GRU"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_kept() const override { return 2 * directions_.size(); }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

  std::size_t n_in() const { return directions_[0].input.n_in() / n_copies_; }
  std::size_t n_out() const { return directions_.size() * hidden_; }

 private:
  struct Direction {
    Linear input, recurrent;  // W_ih, b_ih and W_hh, b_hh
    bool from_the_end;
    std::string name;
    PackedDense once = {};  // W_ih, the columns of all copies summed up
  };
  // Rows are the steps of one sequence after the other.
  struct Sequences {
    std::size_t n, n_steps;
  };
  void run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s, const ForwardContext& context) const;
  void run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                BackwardContext& context) const;

  void project(const Direction& direction, Matrix gates, ConstMatrix x) const;
  void sum_copies(const Weights& weights);

  std::size_t hidden_, n_copies_;
  std::vector<Direction> directions_;
};

}  // namespace eegate
