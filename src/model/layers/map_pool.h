// Mean and maximum pooling.
#pragma once

#include "model/layers/convolution.h"

namespace eegate {

// The positions of the windows, for both kinds.
class MapPool : public Layer {
 public:
  // `same` (Keras padding="same"): as many windows as cover all points, with padding that is never the maximum on both
  // sides, the smaller half before. Otherwise points that do not fill a window are left out.
  MapPool(Extent window, Extent stride, bool same = false) : window_(window), stride_(stride), same_(same) {}
  // Adjacent windows of n_times points over time.
  explicit MapPool(std::size_t n_times, bool same = false) : MapPool({1, n_times}, {1, n_times}, same) {}

  MapShape out_shape(const MapShape& in) const override;

 protected:
  // Calls work(output point, begin and end of the input points in one row of its window, whether it is the first row).
  template <class Work>
  void for_windows(const MapShape& in, const MapShape& out, const Work& work) const;
  onnx::Value pool(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape, std::string_view op) const;
  Extent window_, stride_;
  bool same_;
};

// Without `same`.
class MeanPool final : public MapPool {
 public:
  std::string_view name() const override { return "mean pool"; }
  using MapPool::MapPool;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override {
    return pool(g, in, shape, "AveragePool");
  }
};

// The gradient goes to the first of equal maxima.
class MaxPool final : public MapPool {
 public:
  std::string_view name() const override { return "max pool"; }
  using MapPool::MapPool;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override {
    return pool(g, in, shape, "MaxPool");
  }
};

}  // namespace eegate
