// A network that is a chain of layers, as most models before the transformer are. An architecture builds it from a
// list.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "model/layers/layer.h"

namespace eegate {

class Stack final : public Network {
 public:
  // Another view of the same values, without work: layers write maps, sequences and vectors in one order.
  using Reshape = MapShape (*)(const MapShape&);

  explicit Stack(std::size_t n_chans) : n_chans_(n_chans) {}

  template <class L, class... Arguments>
  Stack& add(Arguments&&... arguments) {
    steps_.push_back({std::make_unique<L>(std::forward<Arguments>(arguments)...), nullptr});
    return *this;
  }
  Stack& reshape(Reshape as) {
    steps_.push_back({nullptr, as});
    return *this;
  }

  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  std::size_t preferred_batch(std::size_t n_times) const override;

  // The shapes before the first layer and after each, for a summary and for tests.
  std::vector<MapShape> shapes(std::size_t n_times) const;

 private:
  struct Step {
    std::unique_ptr<Layer> layer;
    Reshape as;
  };
  void forward_kept(ConstTensor3 x, Matrix logits, const std::vector<MapShape>& sizes,
                    const ForwardContext& context) const;
  std::ptrdiff_t first_layer() const;
  std::vector<Step> steps_;
  std::size_t n_chans_;
};

// [B, ...] -> one vector for each trial, in the order of memory.
inline MapShape as_vector(const MapShape& in) { return {1, 1, 1, in.size()}; }
// Every frame a step in time with all its values.
inline MapShape frames_as_sequence(const MapShape& in) { return {1, 1, in.frames, in.height * in.width * in.maps}; }

}  // namespace eegate
