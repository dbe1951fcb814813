// A convolution with weights as a layer (torch.nn.Conv2d).
#pragma once

#include <memory>
#include <string>

#include "model/layers/convolution.h"

namespace eegate {

class Conv2d final : public Layer {
 public:
  // prefix.weight [out, in / groups, height, width] or [out, in, width], and prefix.bias if the file has it.
  Conv2d(const Weights& weights, const std::string& prefix, const ConvGeometry& geometry = {});

  std::string_view name() const override { return "convolution"; }
  MapShape out_shape(const MapShape& in) const override { return sizes_.out_shape(in); }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override {
    convolution_->forward(out, in, context.arena);
  }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  std::string prefix_;
  std::size_t weight_;
  std::ptrdiff_t bias_;  // -1: none
  ConvSizes sizes_;
  std::unique_ptr<Convolution> convolution_;
};

// db += the sum of dout over all points, trial by trial.
void add_bias_gradient(std::span<float> db, ConstMaps dout, Arena& arena);

}  // namespace eegate
