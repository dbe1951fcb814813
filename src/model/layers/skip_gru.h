// A bidirectional GRU with a linear skip connection, as in RobustSleepNet (Guillot and Thorey 2021).
#pragma once

#include <string>

#include "model/layers/gru.h"

namespace eegate {

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
