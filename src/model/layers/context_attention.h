// Attention with a context vector over the steps or tokens z of a sequence (Yang et al. 2016):
//   a = softmax_n(v . tanh(W z_n + b)),   out = sum_n a_n z_n
#pragma once

#include <string>
#include <vector>

#include "model/layers/layer.h"
#include "model/layers/linear.h"

namespace eegate {

class ContextAttention {
 public:
  // prefix.weight [A, E], prefix.bias [A], prefix.<vector> [A].
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_units, std::size_t width,
                           const char* vector);
  ContextAttention(const Weights& weights, const std::string& prefix, const char* vector);
  void set_weights(const Weights& weights);
  std::size_t n_units() const { return vector_.size(); }

  // out [B, E] from z [B, N, E]. Also writes hidden [B N, A] and shares a [B, N], which backward() needs.
  void forward(Matrix out, ConstTensor3 z, Matrix hidden, Matrix shares) const;
  // dz += the gradient of z.
  void backward(Tensor3 dz, ConstMatrix dout, ConstTensor3 z, ConstMatrix hidden, ConstMatrix shares,
                BackwardContext& context) const;

 private:
  Linear hidden_;
  std::vector<float> vector_;
  std::size_t vector_index_;
};

// The same as a layer, {frames, 1, T, E} -> {frames, 1, 1, E}; every frame is a sequence.
class AttentionPool final : public Layer {
 public:
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_units, std::size_t width) {
    ContextAttention::list_tensors(list, prefix, n_units, width, "u");
  }
  AttentionPool(const Weights& weights, const std::string& prefix)
      : attention_(weights, prefix, "u"), prefix_(prefix) {}

  std::string_view name() const override { return "attention pool"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, in.maps}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return 2; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { attention_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  ContextAttention attention_;
  std::string prefix_;
};

// Attention over channels (RobustSleepNet, Guillot and Thorey 2021): any number C of channels becomes V virtual ones.
//   a = softmax_c(u_v . tanh(W_v y_c + b_v)),   x_v = sum_c a_c y_c,   v = 0 ... V - 1

// {frames, S, C, D} -> {frames, 1, S, V D}, the virtual channels concatenated.
class ChannelAttention final : public Layer {
 public:
  // prefix.v.weight [A, D], prefix.v.bias [A], prefix.v.u [A] for each virtual channel v.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_virtual, std::size_t n_units,
                           std::size_t width);
  ChannelAttention(const Weights& weights, const std::string& prefix);

  std::string_view name() const override { return "channel attention"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, in.height, vectors_.size() * in.maps}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return 2; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

  // The attention a of the channels, [points, V C] with v slowest, from hidden [points C, V A], which is overwritten.
  void share(Matrix shares, Matrix hidden, ConstMatrix channels) const;

 private:
  std::size_t n_units() const { return vectors_.front().size(); }
  Linear hidden_;                           // W_v, b_v of all virtual channels, side by side
  std::vector<std::size_t> vector_places_;  // indices in the list of tensors
  std::vector<std::vector<float>> vectors_;
};

}  // namespace eegate
