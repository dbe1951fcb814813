// A dense layer followed by an attention pool, computed with one matrix product less per frame. Only for inference.
#pragma once

#include <string>

#include "model/layers/context_attention.h"
#include "model/layers/linear.h"

namespace eegate {

// With y_n = W x_n + b and a = softmax_n(u . tanh(A y_n + c)), which sums to 1:
//   out = sum_n a_n y_n = W (sum_n a_n x_n) + b,   A y_n + c = (A W) x_n + (A b + c)
class ReducedPool final : public Layer {
 public:
  // dense.weight [R, E], dense.bias [R]; attention.weight [A, R], attention.bias [A], attention.u [A].
  ReducedPool(const Weights& weights, const std::string& dense, const std::string& attention);

  std::string_view name() const override { return "dense and attention pool"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, reduce_.n_out()}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  // The attention as a function of x: attention.weight = A W [A, E], .bias = A b + c, .u.
  static Weights folded(const Weights& weights, const std::string& dense, const std::string& attention);
  std::string dense_, attention_;
  Linear reduce_;
  AttentionPool pool_;
};

}  // namespace eegate
