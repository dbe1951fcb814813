// The interface of the layers of a chain (chain.h): feature maps -> feature maps, forward and backward.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/tensor.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// Shape of the values of one trial: `frames` images of height x width points with `maps` values each; maps vary fastest
// in memory. A trial of EEG is {1, C, T, 1}, a sequence of T vectors {1, 1, T, E}. Frames are processed independently
// of each other until a layer treats them as time steps.
struct MapShape {
  std::size_t frames = 1, height = 1, width = 1, maps = 1;
  std::size_t n_points() const { return frames * height * width; }
  std::size_t size() const { return n_points() * maps; }
  bool operator==(const MapShape&) const = default;
};

// A batch of such values, contiguous: [B, frames, height, width, maps].
template <class T>
struct MapsView {
  T* data = nullptr;  // null: a gradient that is not needed
  std::size_t n_trials = 0;
  MapShape shape;

  MapsView() = default;
  MapsView(T* values, std::size_t n, MapShape trial_shape) : data(values), n_trials(n), shape(trial_shape) {}
  template <class U>
    requires(std::is_same_v<T, const U>)
  MapsView(const MapsView<U>& other)  // NOLINT(google-explicit-constructor)
      : data(other.data), n_trials(other.n_trials), shape(other.shape) {}

  // One row for every point of every trial, as norms, activations and dense layers use them.
  MatrixView<T> points() const { return {data, n_trials * shape.n_points(), shape.maps}; }
  // One row for every trial.
  MatrixView<T> trials() const { return {data, n_trials, shape.size()}; }
  // One frame of a trial, one row for each point.
  MatrixView<T> frame(std::size_t trial, std::size_t index) const {
    const std::size_t n = shape.height * shape.width;
    return {data + (trial * shape.frames + index) * n * shape.maps, n, shape.maps};
  }
};

using Maps = MapsView<float>;
using ConstMaps = MapsView<const float>;

class Layer {
 public:
  virtual ~Layer() = default;
  // Name of the kind of layer, for summaries.
  virtual std::string_view name() const = 0;
  virtual MapShape out_shape(const MapShape& in) const = 0;
  // Writes all of `out`. In training the chain saves input and output; a layer saves further matrices for backward() by
  // context.saved(), n_saved() of them.
  virtual void forward(Maps out, ConstMaps in, const ForwardContext& context) const = 0;
  virtual std::size_t n_saved() const { return 0; }
  // Whether forward() may be called with out == in, which saves a copy in inference.
  virtual bool in_place() const { return false; }
  // `in` and `out` are those of forward(); dout, the gradient of out, may be overwritten. Writes all of din unless
  // din.data is null; adds the gradients of the weights.
  virtual void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const = 0;
  virtual void set_weights(const Weights& /*weights*/) {}
  // Adds the layer to an ONNX graph, where values have the maps first: [B frames, maps, height, width]. `shape` is the
  // shape of the input.
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const = 0;
};

}  // namespace eegate
