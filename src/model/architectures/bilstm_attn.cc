// Bidirectional LSTM over the samples, attention with a context vector, linear head.
#include "model/architecture.h"

namespace eegate::architectures {
namespace {

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
    const std::string prefix = "lstm." + std::to_string(layer);
    list.add_lstm(prefix + ".fwd", width, hidden);
    if (both) list.add_lstm(prefix + ".bwd", width, hidden);
    width = both ? 2 * hidden : hidden;
  }
  list.add_context_attention("attn", f.size("attn_units"), width, "u");
  list.add_linear("head", {config.n_outputs, width});
  return list.take();
}

bool accepts(const ModelConfig&, std::size_t) { return true; }

}  // namespace

extern const Architecture kBilstmAttn = {
    .name = "bilstm_attn", .fields = kFields, .resolve = resolve, .tensors = tensors, .accepts = accepts};

}  // namespace eegate::architectures
