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

}  // namespace eegate
