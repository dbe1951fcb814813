// A network that is a chain of layers, as all architectures but the transformer are.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/layers/chain.h"
#include "model/memory_limit.h"

namespace eegate {

class ChainNetwork final : public Network {
 public:
  explicit ChainNetwork(std::size_t n_chans) : n_chans_(n_chans) {}

  template <class L, class... Arguments>
  ChainNetwork& add(Arguments&&... arguments) {
    chain_.add<L>(std::forward<Arguments>(arguments)...);
    return *this;
  }
  ChainNetwork& reshape(Chain::Reshape as) {
    chain_.reshape(as);
    return *this;
  }

  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { chain_.set_weights(weights); }
  std::size_t preferred_batch(std::size_t n_times) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const override;

  // Estimated number of floats that are alive at once in the forward pass of one trial.
  double planned_floats(std::size_t n_times) const;

  // The shapes before the first layer and after each layer, for summaries and tests.
  std::vector<MapShape> shapes(std::size_t n_times) const { return chain_.shapes({1, n_chans_, n_times, 1}); }

 private:
  Chain chain_;
  std::size_t n_chans_;
};

// The network, or error MODEL_TOO_LARGE.
Result<std::unique_ptr<Network>> network_of(ChainNetwork stack, const ModelConfig& config, NetworkUse use);

}  // namespace eegate
