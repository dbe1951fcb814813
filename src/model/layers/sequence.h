// Layers without weights on sequences {frames, 1, T, F}: sliding windows, last step, mean of frames.
#pragma once

#include "model/layers/layer.h"

namespace eegate {

// {1, 1, T, F} -> {n, 1, length, F}: overlapping windows of one sequence, window i from step i * hop on. `strict`: a
// window that ends exactly with the sequence is left out.
class SlidingWindows final : public Layer {
 public:
  SlidingWindows(std::size_t length, std::size_t hop, bool strict = false)
      : length_(length), hop_(hop), strict_(strict) {}
  std::string_view name() const override { return "sliding windows"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  std::size_t length_, hop_;
  bool strict_;
};

// {frames, 1, T, F} -> {frames, 1, 1, F}
class LastStep final : public Layer {
 public:
  std::string_view name() const override { return "last step"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, in.maps}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;
};

// {frames, 1, 1, F} -> {1, 1, 1, F}
class MeanOfFrames final : public Layer {
 public:
  std::string_view name() const override { return "mean of frames"; }
  MapShape out_shape(const MapShape& in) const override { return {1, 1, 1, in.maps}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;
};

}  // namespace eegate
