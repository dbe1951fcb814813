// Recurrent layers: GRU, LSTM and their base, sequences {frames, 1, T, F} -> {frames, 1, T, H or 2H}, each frame a
// sequence, in one or two directions, with the weight layout of torch.nn.GRU and torch.nn.LSTM.
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
    // Of n steps, the k-th in this direction; and the one before step t in this direction.
    std::size_t step(std::size_t k, std::size_t n) const { return from_the_end ? n - 1 - k : k; }
    std::size_t before(std::size_t t) const { return from_the_end ? t + 1 : t - 1; }
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

// One layer of a GRU (Cho et al. 2014) over sequences {frames, 1, T, F}, each frame a sequence. Equations and layout of
// torch.nn.GRU, gate order r, z, n:
//   r = sigmoid(W_ir x_t + b_ir + W_hr h_t-1 + b_hr),   z likewise,
//   n = tanh(W_in x_t + b_in + r (W_hn h_t-1 + b_hn)),   h_t = (1 - z) n + z h_t-1

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

// One layer of an LSTM over sequences {frames, 1, T, F}, each frame a sequence. Equations and layout of torch.nn.LSTM,
// gate order i, f, g, o:
//   i, f, o = sigmoid(W_ih x_t + b_ih + W_hh h_t-1 + b_hh),   g = tanh(likewise),
//   c_t = f c_t-1 + i g,   h_t = o tanh(c_t)

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

// A bidirectional GRU with a linear skip connection, as in RobustSleepNet (Guillot and Thorey 2021).
// {frames, 1, T, F} -> {frames, 1, T, 2H}: y = (W x + b + GRU(x)) / 2
class SkipGru final : public Layer {
 public:
  // prefix.skip.weight [2H, F], prefix.skip.bias [2H], and the tensors of Gru with prefix.gru.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden);
  SkipGru(const Weights& weights, const std::string& prefix)
      : skip_(weights, prefix + ".skip"), gru_(weights, prefix + ".gru") {}

  std::string_view name() const override { return "GRU with skip"; }
  MapShape out_shape(const MapShape& in) const override { return gru_.out_shape(in); }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return gru_.n_saved() + 1; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  Linear skip_;
  Gru gru_;
};

}  // namespace eegate
