// The electrodes laid out on the 10 x 11 mesh of Mesh-Cascade (Zhang et al. 2018), one image for each sample.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/layers/layer.h"

namespace eegate {

// {1, C, T, 1} -> {T, 10, 11, 1}: each sample is standardised over its C electrodes; cells without an electrode are 0.
class ElectrodeMesh final : public Layer {
 public:
  // The electrode of each channel; they must have different cells (electrode_mesh.h).
  explicit ElectrodeMesh(std::span<const std::string> ch_names);

  std::string_view name() const override { return "electrode mesh"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  std::vector<std::size_t> cells_;  // of each channel
};

}  // namespace eegate
