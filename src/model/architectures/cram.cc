// CRAM, Zhang et al. 2019: convolution over sliding windows, LSTM, attention with a context vector.
#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/context_attention.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"
#include "model/layers/map_pool.h"
#include "model/layers/recurrent.h"
#include "model/layers/sequence.h"
#include "model/memory_limit.h"

namespace eegate::architectures {
namespace cram {

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
  return config_conflict(
      "No window fits into the trial", "n_times", std::to_string(config.n_times),
      "at least " + std::to_string(f.size("window") + (f.flag("strict") ? 1 : 0)) + " samples, or a smaller window");
}

// Length of one window after the convolution and after the pool.
std::size_t conv_length(const ConfigNode& f) { return f.size("window") - f.size("kernel_length") + 1; }
std::size_t pooled_length(const ConfigNode& f) { return (conv_length(f) - f.size("pool")) / f.size("pool_stride") + 1; }

// The initial values that the authors' code uses for all layers but the LSTM.
void list_dense(TensorList& list, const std::string& prefix, const TensorShape& shape, double bias) {
  list.add(prefix + ".weight", shape, draw_alike(Draw::kTruncatedNormal, 0.1));
  list.add(prefix + ".bias", {shape[0]}, draw_constant(bias));
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), hidden = f.size("hidden"), n_units = f.size("attn_units");
  TensorList list;
  list_dense(list, "conv", {filters, config.n_chans, f.size("kernel_length")}, 0.1);
  MapNorm::list_tensors(list, "bn", filters, f.number("bn_momentum"), /*with_scale=*/false);
  std::size_t width = filters * pooled_length(f);
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer) {
    Lstm::list_tensors(list, "lstm." + std::to_string(layer), width, hidden);
    width = hidden;
  }
  list_dense(list, "attn", {n_units, width}, 0);
  list.add("attn.u", {n_units}, draw_alike(Draw::kTruncatedNormal, 0.1));
  const std::size_t head = list.size();
  list_dense(list, "head", {config.n_outputs, width}, 0);
  list.set_role(TensorRole::kHead, head);
  return list.take();
}

// Floats of the forward pass of one trial: samples, maps of the whole trial and of every window, LSTM.
double planned_floats(const ModelConfig& config, std::size_t n_times) {
  const ConfigNode& f = config.fields;
  const double t = static_cast<double>(n_times), n_windows = t / f.number("step") + 1, filters = f.number("filters");
  const double conv = filters * static_cast<double>(conv_length(f)),
               pooled = filters * static_cast<double>(pooled_length(f));
  return t * (3.0 * static_cast<double>(config.n_chans) + filters) +
         n_windows * (2 * conv + pooled + 7 * f.number("hidden") + f.number("attn_units"));
}

bool accepts(const ModelConfig& config, std::size_t n_times) {
  return has_window(config, n_times) && fits_engine(planned_floats(config, n_times));
}

// Because windows overlap, the convolution runs once over the whole trial, and windows are cut from its output.
Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  EEGATE_CHECK(check_engine_memory(use, planned_floats(config, config.n_times), "Use shorter trials or larger steps."));
  const ConfigNode& f = config.fields;
  const double drop = f.number("drop_prob");
  std::uint64_t site = 0;
  auto network = std::make_unique<ChainNetwork>(config.n_chans);
  network->add<ChannelsToMaps>()
      .add<Conv2d>(weights, "conv")
      .add<SlidingWindows>(conv_length(f), f.size("step"), f.flag("strict"))
      .add<MapNorm>(weights, "bn", f.number("bn_eps"))
      .add<MapActivation>(Activation::kRelu)
      .add<MaxPool>(Extent{1, f.size("pool")}, Extent{1, f.size("pool_stride")})
      .add<MapsToChannels>()
      .reshape(frames_as_sequence)
      .add<MapDropout>(drop, ++site);
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer)
    network->add<Lstm>(weights, "lstm." + std::to_string(layer)).add<MapDropout>(drop, ++site);
  network->add<AttentionPool>(weights, "attn").add<MapDropout>(drop, ++site).add<Dense>(weights, "head");
  return std::unique_ptr<Network>(std::move(network));
}

}  // namespace cram

extern const Architecture kCram = {.name = "cram",
                                   .fields = cram::kFields,
                                   .resolve = cram::resolve,
                                   .tensors = cram::tensors,
                                   .accepts = cram::accepts,
                                   .is_recurrent = true,
                                   .build = cram::build};

}  // namespace eegate::architectures
