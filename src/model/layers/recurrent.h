// Base of GRU and LSTM: sequences {frames, 1, T, F} -> {frames, 1, T, H or 2H}, each frame a sequence, in one or two
// directions, with the weight layout of torch.nn.GRU and torch.nn.LSTM.
#pragma once

#include <string>
#include <vector>

#include "model/layers/layer.h"
#include "model/layers/linear.h"

namespace eegate {

class Recurrent : public Layer {
 public:
  // prefix.fwd.weight_ih [G H, F], .weight_hh [G H, H], .bias_ih, .bias_hh [G H] for G gates, and the same with
  // prefix.bwd if `both` directions. `input_bias`: initial values of .bias_ih by the convention of Keras.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_gates, std::size_t n_in,
                           std::size_t hidden, InitialValues input_bias, bool both);

  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return 2 * directions_.size(); }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  MapShape out_shape(const MapShape& in) const override;

  virtual std::size_t n_in() const { return directions_[0].input.n_in(); }
  std::size_t n_out() const { return directions_.size() * hidden_; }

 protected:
  // If the list has prefix.bwd, a second direction runs from the last step to the first; its h are concatenated to
  // those of the first.
  Recurrent(const Weights& weights, const std::string& prefix);

  struct Direction {
    Linear input, recurrent;  // W_ih, b_ih and W_hh, b_hh
    bool from_the_end;
    std::string name;
  };
  // n sequences of n_steps rows each, one sequence after the other.
  struct Sequences {
    std::size_t n, n_steps;
    // The rows of step t of all sequences.
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
