// SeqSleepNet (Phan et al. 2019): a filter bank, an LSTM and attention over the frames of each epoch, a GRU over
// epochs.
#include "model/layers/context_attention.h"
#include "model/layers/filter_bank.h"
#include "model/layers/map_layers.h"
#include "model/layers/recurrent.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate::sequence_architectures {
namespace seq_sleep_net {

constexpr FieldSpec kFields[] = {
    integer_field("context", 21, 1, 1001),
    integer_field("window", 200, 4, 65536),
    integer_field("hop", 100, 1, 65536),
    integer_field("n_fft", 256, 4, 65536),
    derived_integer("frames"),
    integer_field("filters", 32, 1, 4096),
    integer_field("hidden", 64, 1, 4096),
    integer_field("attn_units", 32, 1, 4096),
    integer_field("sequence_hidden", 64, 1, 4096),
};

Result<> resolve(ModelConfig& config) { return check_spectrogram(density_form(config.fields)); }

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), hidden = f.size("hidden"), sequence = f.size("sequence_hidden");
  TensorList list;
  FilterBank::list_tensors(list, "filterbank", config.n_chans, density_form(f).n_bins(), filters);
  Lstm::list_tensors(list, "lstm.0", config.n_chans * filters, hidden, /*both=*/true);
  AttentionPool::list_tensors(list, "attn", f.size("attn_units"), 2 * hidden);
  Gru::list_tensors(list, "sequence.0.gru", 2 * hidden, sequence);
  list.add_head({config.n_outputs, 2 * sequence});
  return list.take();
}

std::unique_ptr<SequenceNetwork> build(const ModelConfig& config, const Weights& weights) {
  auto network = std::make_unique<SequenceNetwork>(density_form(config.fields));
  network->standardizes_record = true;
  auto encoder = std::make_unique<Chain>();
  encoder->add<FilterBank>(weights, "filterbank").add<Lstm>(weights, "lstm.0").add<AttentionPool>(weights, "attn");
  network->first = std::move(encoder);
  network->encodes_epochs = true;
  network->window = std::make_unique<Chain>();
  network->window->reshape(frames_as_sequence).add<Gru>(weights, "sequence.0.gru").add<Dense>(weights, "head");
  network->each_epoch = std::make_unique<GruProjection>(weights, "sequence.0.gru");
  network->window_of_each = std::make_unique<Chain>();
  network->window_of_each->reshape(frames_as_sequence);
  network->window_of_each->add<Gru>(weights, "sequence.0.gru", Gru::Input{.is_projected = true});
  network->window_of_each->add<Dense>(weights, "head");
  return network;
}

}  // namespace seq_sleep_net

extern const SequenceArchitecture kSeqSleepNet = {
    .name = "seq_sleep_net",
    .fields = seq_sleep_net::kFields,
    .resolve = seq_sleep_net::resolve,
    .tensors = seq_sleep_net::tensors,
    .form = density_form,
    .build = seq_sleep_net::build,
    .set_fixed = [](Weights& weights) { FilterBank::set_triangles(weights, "filterbank"); },
    .recipe = kDensityRecipe,
    .sfreq = 100,
    .tests_images = true};

}  // namespace eegate::sequence_architectures
