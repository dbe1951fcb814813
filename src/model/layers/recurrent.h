// What the GRU and the LSTM share: sequences {frames, 1, T, F} of which every frame is one of its own, one or two
// directions, PyTorch's layout of the weights.
#pragma once

#include <string>
#include <vector>

#include "model/layers/layer.h"
#include "model/layers/linear.h"

namespace eegate {

class Recurrent : public Layer {
 public:
  // prefix.fwd.weight_ih [G H, F], .weight_hh [G H, H], .bias_ih, .bias_hh [G H] for G gates, and the same of
  // prefix.bwd if it runs in both directions. `input_bias` is how training begins .bias_ih outside PyTorch.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_gates, std::size_t n_in,
                           std::size_t hidden, FirstValues input_bias, bool both);

  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_kept() const override { return 2 * directions_.size(); }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  MapShape out_shape(const MapShape& in) const override;

  virtual std::size_t n_in() const { return directions_[0].input.n_in(); }
  std::size_t n_out() const { return directions_.size() * hidden_; }

 protected:
  // If the list has prefix.bwd, a second direction runs from the last step to the first, and its h stand behind those
  // of the first: {frames, 1, T, 2H}.
  Recurrent(const Weights& weights, const std::string& prefix);

  struct Direction {
    Linear input, recurrent;  // W_ih, b_ih and W_hh, b_hh
    bool from_the_end;
    std::string name;
  };
  // Rows are the steps of one sequence after the other.
  struct Sequences {
    std::size_t n, n_steps;
    // The rows of step t: one of each sequence.
    template <class T>
    MatrixView<T> at(MatrixView<T> rows, std::size_t t) const {
      return {rows.data + t * rows.stride, n, rows.cols, n_steps * rows.stride};
    }
  };
  virtual void run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s,
                   const ForwardContext& context) const = 0;
  virtual void run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                        BackwardContext& context) const = 0;

  std::size_t hidden_;
  std::vector<Direction> directions_;

 private:
  static Sequences sequences(const ConstMaps& in) { return {in.n_trials * in.shape.frames, in.shape.width}; }
};

}  // namespace eegate
