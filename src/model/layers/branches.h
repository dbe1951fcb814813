// Layers that contain chains: parallel branches, and a residual connection.
#pragma once

#include <utility>
#include <vector>

#include "model/layers/chain.h"

namespace eegate {

// All chains get the same input; their outputs, of equal frames, height and width, are concatenated along the maps.
class Branches final : public Layer {
 public:
  explicit Branches(std::vector<Chain> chains) : chains_(std::move(chains)) {}
  std::string_view name() const override { return "branches"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;
  void set_weights(const Weights& weights) override;

 private:
  std::vector<Chain> chains_;
};

// out = in + chain(in)
class Residual final : public Layer {
 public:
  explicit Residual(Chain chain) : chain_(std::move(chain)) {}
  std::string_view name() const override { return "residual"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return chain_.n_saved() + 1; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;
  void set_weights(const Weights& weights) override { chain_.set_weights(weights); }

 private:
  Chain chain_;
};

}  // namespace eegate
