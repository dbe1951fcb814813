// The comparison model "CNN" of the gated-transformer paper (docs/MODEL.md), which does not define it. Assumed here:
// the structure of SyncNet with unconstrained kernels.
#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"
#include "model/layers/map_pool.h"

namespace eegate::architectures {
namespace cnn {

constexpr FieldSpec kFields[] = {
    integer_field("filters", 10, 1, 4096),
    integer_field("kernel_length", 40, 1, 4096),
    integer_field("pool", 40, 1, 65536),
    number_field("drop_prob", 0, 0, 0.999),
};

Result<> resolve(ModelConfig&) { return {}; }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), pool = f.size("pool");
  TensorList list;
  list.add_linear("conv", {filters, config.n_chans, f.size("kernel_length")});
  list.add_head({config.n_outputs, filters * ((config.n_times + pool - 1) / pool)});
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  const ConfigNode& f = config.fields;
  ChainNetwork net(config.n_chans);
  net.add<ChannelsToMaps>().add<MapDropout>(f.number("drop_prob"), 0, DropoutUnit::kMap);
  net.add<Conv2d>(weights, "conv", same_times(f.size("kernel_length"))).add<MapActivation>(Activation::kRelu);
  net.add<MaxPool>(f.size("pool"), /*same=*/true).add<MapsToChannels>();
  net.reshape(as_vector).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace cnn

extern const Architecture kCnn = {
    .name = "cnn", .fields = cnn::kFields, .resolve = cnn::resolve, .tensors = cnn::tensors, .build = cnn::build};

}  // namespace eegate::architectures
