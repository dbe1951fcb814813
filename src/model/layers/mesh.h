// The electrodes laid out on the 10 x 11 mesh of Mesh-Cascade (Zhang et al. 2018), one image for each sample.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/layers/layer.h"

namespace eegate {

// {1, C, T, 1} -> {T, 10, 11, 1}: each sample is standardised over its C electrodes; cells without an electrode are 0.
class ElectrodeMesh final : public Layer {
 public:
  // The electrode of each channel; they must have different cells.
  explicit ElectrodeMesh(std::span<const std::string> ch_names);

  std::string_view name() const override { return "electrode mesh"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  std::vector<std::size_t> cells_;  // of each channel
};

// The 10 x 11 mesh on which Mesh-Cascade (Zhang et al. 2018) lays out the electrodes, from front to back.

inline constexpr std::size_t kMeshCols = 11;
inline constexpr std::size_t kMeshCells = 110;

// The cell of an electrode, row * 11 + column; -1 if the mesh does not have it. Names are compared without regard to
// case, dots and spaces.
int mesh_cell(std::string_view electrode);

}  // namespace eegate
