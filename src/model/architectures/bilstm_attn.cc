// Bidirectional LSTM over the samples, attention with a context vector, linear head.
#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/context_attention.h"
#include "model/layers/map_layers.h"
#include "model/layers/recurrent.h"
#include "model/memory_limit.h"

namespace eegate::architectures {
namespace bilstm_attn {

constexpr FieldSpec kFields[] = {
    integer_field("hidden", 64, 1, 4096), integer_field("attn_units", 64, 1, 4096), integer_field("n_layers", 1, 1, 8),
    bool_field("bidirectional", true),    number_field("drop_prob", 0.5, 0, 0.999),
};

Result<> resolve(ModelConfig&) { return {}; }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t hidden = f.size("hidden");
  const bool both = f.flag("bidirectional");
  TensorList list;
  std::size_t width = config.n_chans;
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer) {
    Lstm::list_tensors(list, "lstm." + std::to_string(layer), width, hidden, both);
    width = both ? 2 * hidden : hidden;
  }
  AttentionPool::list_tensors(list, "attn", f.size("attn_units"), width);
  list.add_head({config.n_outputs, width});
  return list.take();
}

// Floats of the forward pass of one trial: samples, gates and states of one direction, inputs and outputs of a layer.
double planned_floats(const ModelConfig& config, std::size_t n_times) {
  const ConfigNode& f = config.fields;
  return static_cast<double>(n_times) *
         (3.0 * static_cast<double>(config.n_chans) + 9.0 * f.number("hidden") + f.number("attn_units"));
}

bool accepts(const ModelConfig& config, std::size_t n_times) { return fits_engine(planned_floats(config, n_times)); }

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  EEGATE_CHECK(check_engine_memory(use, planned_floats(config, config.n_times), "Use shorter windows or fewer units."));
  const ConfigNode& f = config.fields;
  auto network = std::make_unique<ChainNetwork>(config.n_chans);
  network->add<ChannelsToMaps>();
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer)
    network->add<Lstm>(weights, "lstm." + std::to_string(layer));
  network->add<AttentionPool>(weights, "attn").add<MapDropout>(f.number("drop_prob"), 1).add<Dense>(weights, "head");
  return std::unique_ptr<Network>(std::move(network));
}

}  // namespace bilstm_attn

extern const Architecture kBilstmAttn = {.name = "bilstm_attn",
                                         .fields = bilstm_attn::kFields,
                                         .resolve = bilstm_attn::resolve,
                                         .tensors = bilstm_attn::tensors,
                                         .accepts = bilstm_attn::accepts,
                                         .is_recurrent = true,
                                         .build = bilstm_attn::build};

}  // namespace eegate::architectures
