// An encoder block as a layer of a chain: {1, 1, T, E} -> {1, 1, T, E}, the T steps of a trial are its tokens.
#pragma once

#include <string>

#include "model/layers/encoder_block.h"
#include "model/layers/layer.h"

namespace eegate {

class EncoderLayer final : public Layer {
 public:
  // blocks.INDEX. ...
  EncoderLayer(const Weights& weights, std::size_t index, const TransformerConfig& config);

  std::string_view name() const override { return "encoder block"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  bool in_place() const override { return true; }
  std::size_t n_saved() const override { return n_saved_; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { block_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  TokenOrder order_of(const MapShape& shape) const { return counted_order(config_, shape.width); }
  TransformerConfig config_;
  EncoderBlock block_;
  std::size_t n_saved_ = 0;
};

}  // namespace eegate
