// RobustSleepNet (Guillot and Thorey 2021): any number of channels; spectrograms standardised over the window,
// attention over channels and frames, GRUs over frames and epochs.
#include "model/layers/context_attention.h"
#include "model/layers/map_layers.h"
#include "model/layers/recurrent.h"
#include "model/layers/reduced_pool.h"
#include "model/layers/window_standardize.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate::sequence_architectures {
namespace robust_sleep_net {

constexpr std::string_view kRecipe =
    R"({"version":2,"pick":"sleep","steps":[{"resample_hz":100},{"bandpass":{"low_hz":0.2,"high_hz":30,"order":2,)"
    R"("mode":"zero_phase"}},{"resample_hz":60},{"robust_scale":{"clip_iqr":20}}],"epochs":{"by":"sequence",)"
    R"("length_s":30,"context":21,"step":1,"edges":"inside"}})";

constexpr FieldSpec kFields[] = {
    bool_field("any_channels", true),
    integer_field("context", 21, 1, 1001),
    number_field("clip", 20, 1e-3, 1e6),
    integer_field("n_fft", 128, 4, 65536),
    integer_field("hop", 60, 1, 65536),
    number_field("log_floor", 1e-20, 1e-30, 1),
    number_field("std_eps", 1e-15, 0, 1),
    integer_field("filters", 32, 1, 4096),
    integer_field("virtual_channels", 4, 1, 256),
    integer_field("channel_units", 30, 1, 4096),
    integer_field("hidden", 64, 1, 4096),
    integer_field("reduced", 50, 1, 4096),
    integer_field("attn_units", 25, 1, 4096),
    integer_field("sequence_hidden", 50, 1, 4096),
    integer_field("sequence_layers", 2, 1, 16),
    number_field("drop_prob", 0.5, 0, 0.999),
};

SpectrogramForm form_of(const ConfigNode& f) {
  return {.n_fft = f.size("n_fft"),
          .window = f.size("n_fft"),
          .hop = f.size("hop"),
          .clip = f.number("clip"),
          .floor = f.number("log_floor")};
}

Result<> resolve(ModelConfig& config) { return check_spectrogram(form_of(config.fields)); }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), hidden = f.size("hidden"), reduced = f.size("reduced");
  TensorList list;
  list.add_linear("filter", {filters, form_of(f).n_bins()});
  ChannelAttention::list_tensors(list, "channels", f.size("virtual_channels"), f.size("channel_units"), filters);
  Gru::list_tensors(list, "gru.0", f.size("virtual_channels") * filters, hidden);
  list.add_linear("reduce", {reduced, 2 * hidden});
  AttentionPool::list_tensors(list, "attn", f.size("attn_units"), reduced);
  std::size_t width = reduced;
  for (std::size_t layer = 0; layer < f.size("sequence_layers"); ++layer) {
    SkipGru::list_tensors(list, "sequence." + std::to_string(layer), width, f.size("sequence_hidden"));
    width = 2 * f.size("sequence_hidden");
  }
  list.add_head({config.n_outputs, width});
  return list.take();
}

// Recordings with one channel: frames become steps in time.
MapShape without_channels(const MapShape& in) { return {in.frames, 1, in.height, in.width * in.maps}; }

// The layers after the GRU and the attention over frames.
void add_epochs(Chain& chain, const Weights& weights, const ConfigNode& f) {
  const double drop = f.number("drop_prob");
  chain.reshape(frames_as_sequence);
  for (std::size_t layer = 0; layer < f.size("sequence_layers"); ++layer)
    chain.add<SkipGru>(weights, "sequence." + std::to_string(layer)).add<MapDropout>(drop, 3 + layer);
  chain.add<Dense>(weights, "head");
}

std::unique_ptr<SequenceNetwork> build(const ModelConfig& config, const Weights& weights) {
  const ConfigNode& f = config.fields;
  auto network = std::make_unique<SequenceNetwork>(form_of(f));
  network->any_channels = f.flag("any_channels");
  network->shorter_windows = true;
  network->first = std::make_unique<WindowStandardize>(f.number("std_eps"));
  network->window = std::make_unique<Chain>();
  network->window->add<Dense>(weights, "filter").add<ChannelAttention>(weights, "channels");
  network->window->add<MapDropout>(f.number("drop_prob"), 1).add<Gru>(weights, "gru.0");
  network->window->add<MapDropout>(f.number("drop_prob"), 2).add<Dense>(weights, "reduce");
  network->window->add<AttentionPool>(weights, "attn");
  add_epochs(*network->window, weights, f);
  // With one channel its attention is 1 and all virtual channels equal it. In inference two products become one.
  network->window_of_one = std::make_unique<Chain>();
  network->window_of_one->add<Dense>(weights, "filter").reshape(without_channels);
  network->window_of_one->add<Gru>(weights, "gru.0", Gru::Input{.n_copies = f.size("virtual_channels")});
  network->window_of_one->add<ReducedPool>(weights, "reduce", "attn");
  add_epochs(*network->window_of_one, weights, f);
  return network;
}

}  // namespace robust_sleep_net

extern const SequenceArchitecture kRobustSleepNet = {.name = "robust_sleep_net",
                                                     .fields = robust_sleep_net::kFields,
                                                     .resolve = robust_sleep_net::resolve,
                                                     .tensors = robust_sleep_net::tensors,
                                                     .form = robust_sleep_net::form_of,
                                                     .build = robust_sleep_net::build,
                                                     .recipe = robust_sleep_net::kRecipe,
                                                     .sfreq = 60};

}  // namespace eegate::sequence_architectures
