// CRAM, Zhang et al. 2019: convolution over sliding windows, LSTM, attention with a context vector.
#include "model/architecture.h"

namespace eegate::architectures {
namespace {

constexpr FieldSpec kFields[] = {
    integer_field("window", 256),
    integer_field("step", 32),
    bool_field("strict", true),
    integer_field("filters", 40, 1, 4096),
    integer_field("kernel_length", 45, 1, 4096),
    integer_field("pool", 75, 1, 65536),
    integer_field("pool_stride", 10, 1, 65536),
    integer_field("hidden", 64, 1, 4096),
    integer_field("n_layers", 2, 1, 8),
    integer_field("attn_units", 512, 1, 8192),
    number_field("bn_eps", 1e-5, 1e-12, 1),
    number_field("bn_momentum", 0.007, 0, 1),
    number_field("drop_prob", 0.5, 0, 0.999),
};

// `strict` drops a window that ends exactly with the trial, as the published code does.
bool has_window(const ModelConfig& config, std::size_t n_times) {
  const std::size_t window = config.fields.size("window");
  return config.fields.flag("strict") ? n_times > window : n_times >= window;
}

Result<> resolve(ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t needed = f.size("kernel_length") + f.size("pool") - 1;
  if (f.size("window") < needed) {
    return config_conflict("The window is too short for kernel and pool", "window", std::to_string(f.size("window")),
                           "at least " + std::to_string(needed));
  }
  if (has_window(config, config.n_times)) return {};
  return config_conflict("No window fits into the trial", "n_times", std::to_string(config.n_times),
                         "more than " + std::to_string(f.size("window")));
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), hidden = f.size("hidden");
  const std::size_t n_pooled =
      (f.size("window") - f.size("kernel_length") + 1 - f.size("pool")) / f.size("pool_stride") + 1;
  TensorList list;
  list.add_linear("conv", {filters, config.n_chans, f.size("kernel_length")});
  list.add_batch_norm("bn", filters, /*with_scale=*/false);
  std::size_t width = filters * n_pooled;
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer) {
    list.add_lstm("lstm." + std::to_string(layer) + ".fwd", width, hidden);
    width = hidden;
  }
  list.add_context_attention("attn", f.size("attn_units"), width, "u");
  list.add_linear("head", {config.n_outputs, width});
  return list.take();
}

}  // namespace

extern const Architecture kCram = {
    .name = "cram", .fields = kFields, .resolve = resolve, .tensors = tensors, .accepts = has_window};

}  // namespace eegate::architectures
