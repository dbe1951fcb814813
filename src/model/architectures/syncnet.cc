// SyncNet, Li et al. 2017: filters b cos(omega tau + phi) exp(-beta tau^2).
#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/map_layers.h"
#include "model/layers/map_pool.h"
#include "model/layers/sync_filters.h"

namespace eegate::architectures {
namespace syncnet {

constexpr FieldSpec kFields[] = {
    integer_field("filters", 10, 1, 4096),
    integer_field("kernel_length", 40, 2, 4096),
    integer_field("pool", 40, 1, 65536),
    number_field("drop_prob", 0, 0, 0.999),
};

Result<> resolve(ModelConfig& config) {
  const std::size_t kernel = config.fields.size("kernel_length");
  if (kernel % 2 == 0) return {};
  return config_conflict("The filters of SyncNet need an even length", "kernel_length", std::to_string(kernel),
                         "an even number");
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), pool = f.size("pool");
  TensorList list;
  SyncFilters::list_tensors(list, filters, config.n_chans);
  list.add_head({config.n_outputs, filters * ((config.n_times + pool - 1) / pool)});
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  const ConfigNode& f = config.fields;
  ChainNetwork net(config.n_chans);
  net.add<ChannelsToMaps>().add<MapDropout>(f.number("drop_prob"), 0, DropoutUnit::kMap);
  net.add<SyncFilters>(weights, f.size("kernel_length")).add<MapActivation>(Activation::kRelu);
  net.add<MaxPool>(f.size("pool"), /*same=*/true).add<MapsToChannels>();
  net.reshape(as_vector).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace syncnet

extern const Architecture kSyncnet = {.name = "syncnet",
                                      .fields = syncnet::kFields,
                                      .resolve = syncnet::resolve,
                                      .tensors = syncnet::tensors,
                                      .build = syncnet::build};

}  // namespace eegate::architectures
