// A step of a network that is a plain chain: maps in, maps out, forward and backward. See chain.h.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/tensor.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// The values of one trial: so many pictures (`frames`) of height x width points with `maps` values each, maps fastest.
// A recording is {1, C, T, 1}; a sequence of T vectors is {1, 1, T, E}; `frames` are processed independently of each
// other until a layer reads them as time.
struct MapShape {
  std::size_t frames = 1, height = 1, width = 1, maps = 1;
  std::size_t n_points() const { return frames * height * width; }
  std::size_t size() const { return n_points() * maps; }
  bool operator==(const MapShape&) const = default;
};

// A batch of such values, contiguous: [B, frames, height, width, maps].
template <class T>
struct MapsView {
  T* data = nullptr;  // null: not wanted (gradients of the input)
  std::size_t n_trials = 0;
  MapShape shape;

  MapsView() = default;
  MapsView(T* values, std::size_t n, MapShape trial_shape) : data(values), n_trials(n), shape(trial_shape) {}
  template <class U>
    requires(std::is_same_v<T, const U>)
  MapsView(const MapsView<U>& other)  // NOLINT(google-explicit-constructor)
      : data(other.data), n_trials(other.n_trials), shape(other.shape) {}

  // Every point of every trial a row: what norms, activations and dense layers see.
  MatrixView<T> points() const { return {data, n_trials * shape.n_points(), shape.maps}; }
  // Every trial a row.
  MatrixView<T> trials() const { return {data, n_trials, shape.size()}; }
  // One picture: its rows are points.
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
  // What it is, for a summary.
  virtual std::string_view name() const = 0;
  virtual MapShape out_shape(const MapShape& in) const = 0;
  // Writes all of `out`. Input and output are kept by the chain; more, in n_kept() tensors, by context.kept().
  virtual void forward(Maps out, ConstMaps in, const ForwardContext& context) const = 0;
  virtual std::size_t n_kept() const { return 0; }
  // Whether forward() may be given its input as output: inference does without a copy then.
  virtual bool in_place() const { return false; }
  // What forward() saw, and the gradient of its output, which may be overwritten. Writes all of `din` unless din.data
  // is null; adds the gradients of the weights.
  virtual void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const = 0;
  virtual void set_weights(const Weights& /*weights*/) {}
  // The same as operators of an ONNX graph, where values have the maps first: [B frames, maps, height, width]. `shape`
  // is that of the input.
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const = 0;
};

}  // namespace eegate
