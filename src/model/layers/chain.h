// A sequence of layers that is itself a layer (torch.nn.Sequential). All networks but the transformer are chains;
// branches and residuals contain chains.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/layers/layer.h"

namespace eegate {

class Chain final : public Layer {
 public:
  // A step that only changes the shape, not the order of the values in memory.
  using Reshape = MapShape (*)(const MapShape&);

  template <class L, class... Arguments>
  Chain& add(Arguments&&... arguments) {
    return add(std::make_unique<L>(std::forward<Arguments>(arguments)...));
  }
  Chain& add(std::unique_ptr<Layer> layer);
  Chain& reshape(Reshape as);

  std::string_view name() const override { return "chain"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

  // The shapes before the first step and after each.
  std::vector<MapShape> shapes(const MapShape& in) const;

 private:
  struct Step {
    std::unique_ptr<Layer> layer;  // null: a reshape
    Reshape as = nullptr;
    MapShape out_shape(const MapShape& in) const { return layer ? layer->out_shape(in) : as(in); }
  };
  struct Scratch {
    float *one, *other;
    float* other_than(const float* taken) const { return taken == one ? other : one; }
  };
  static void record_layer(const Layer& layer, ConstMaps out, ForwardTrace& trace);
  Scratch scratch(std::size_t n_trials, std::span<const MapShape> sizes, Arena& arena) const;
  const Layer& layer_before(std::size_t step) const;
  std::vector<Step> steps_;
  std::size_t first_ = 0, last_ = 0;  // the steps that are the first and the last layer
};

// Flattens every trial to one vector, in the order of memory.
inline MapShape as_vector(const MapShape& in) { return {1, 1, 1, in.size()}; }
// Flattens every frame to one point.
inline MapShape frames_as_points(const MapShape& in) { return {in.frames, 1, 1, in.height * in.width * in.maps}; }
// Flattens every frame to one step of a sequence.
inline MapShape frames_as_sequence(const MapShape& in) { return {1, 1, in.frames, in.height * in.width * in.maps}; }

}  // namespace eegate
