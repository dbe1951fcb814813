// A linear map of all samples to the logits.
#include "model/architecture.h"
#include "model/layers/map_layers.h"
#include "model/layers/stack.h"

namespace eegate::architectures {
namespace flat_linear {

Result<> resolve(ModelConfig& /*config*/) { return {}; }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  TensorList list;
  list.add_linear("head", {config.n_outputs, config.n_chans * config.n_times});
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  Stack net(config.n_chans);
  net.reshape(as_vector).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace flat_linear

extern const Architecture kFlatLinear = {.name = "flat_linear",
                                         .resolve = flat_linear::resolve,
                                         .tensors = flat_linear::tensors,
                                         .build = flat_linear::build};

}  // namespace eegate::architectures
