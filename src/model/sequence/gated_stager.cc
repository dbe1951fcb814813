// A sleep stager of this project: a filter bank and attention over the frames of its spectrogram encode an epoch as one
// vector, and a gated transformer processes the vectors of a window. Each epoch is encoded once.
#include "model/layers/context_attention.h"
#include "model/layers/encoder_block.h"
#include "model/layers/filter_bank.h"
#include "model/layers/gates.h"
#include "model/layers/map_layers.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate::sequence_architectures {
namespace gated_stager {

// Dropout sites that are not in a block.
constexpr std::uint64_t kFrameSite = 1000, kHeadSite = 1001;

constexpr FieldSpec kFields[] = {
    integer_field("context", 21, 1, 1001),
    integer_field("window", 200, 4, 65536),
    integer_field("hop", 100, 1, 65536),
    integer_field("n_fft", 256, 4, 65536),
    integer_field("filters", 32, 1, 4096),
    integer_field("dim", 64, 1, 4096),
    integer_field("attn_units", 32, 1, 4096),
    integer_field("n_blocks", 2, 1, 64),
    integer_field("n_heads", 4, 1, 1024),
    integer_field("ffn_dim", 128, 1, 65536),
    choice_field("block", "gated", kBlockKinds.names),
    choice_field("gate", "gru", kGates.names),
    integer_field("max_distance", 20, 1, 65536),
    number_field("drop_prob", 0.2, 0, 0.999),
};

// The encoder over the epochs of a window, with relative positions up to max_distance.
TransformerConfig encoder_config(const ConfigNode& f) {
  TransformerConfig t;
  t.embedding.dim = f.size("dim");
  t.position = PositionKind::kRelShaw;
  t.relative.max_distance = f.size("max_distance");
  t.n_blocks = f.size("n_blocks");
  t.block = f.option("block", kBlockKinds);
  t.gate = f.option("gate", kGates);
  t.n_heads = f.size("n_heads");
  t.key_dim = t.value_dim = f.size("dim") / f.size("n_heads");
  t.stages = {t.n_blocks};
  t.ffn_dim = f.size("ffn_dim");
  t.activation = FfnActivation::kGelu;
  t.dropout.attn_out = t.dropout.ffn_out = f.number("drop_prob");
  return t;
}

Result<> resolve(ModelConfig& config) {
  const ConfigNode& f = config.fields;
  EEGATE_CHECK(check_spectrogram(density_form(f)));
  if (f.size("dim") % f.size("n_heads") == 0) return {};
  return config_conflict("The heads share the width evenly", "n_heads", std::to_string(f.size("n_heads")),
                         "a divisor of " + std::to_string(f.size("dim")));
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t filters = f.size("filters"), dim = f.size("dim");
  TensorList list;
  FilterBank::list_tensors(list, "filterbank", config.n_chans, density_form(f).n_bins(), filters);
  list.add_linear("frame", {dim, config.n_chans * filters});
  AttentionPool::list_tensors(list, "attn", f.size("attn_units"), dim);
  for (std::size_t i = 0; i < f.size("n_blocks"); ++i) EncoderBlock::list_tensors(list, i, encoder_config(f));
  list.add_linear("head", {config.n_outputs, dim});
  return list.take();
}

std::unique_ptr<SequenceNetwork> build(const ModelConfig& config, const Weights& weights) {
  const ConfigNode& f = config.fields;
  const double drop = f.number("drop_prob");
  auto network = std::make_unique<SequenceNetwork>(density_form(f));
  network->standardizes_record = true;
  network->shorter_windows = true;
  auto encoder = std::make_unique<Chain>();
  encoder->add<FilterBank>(weights, "filterbank").add<Dense>(weights, "frame").add<MapActivation>(Activation::kElu);
  encoder->add<MapDropout>(drop, kFrameSite).add<AttentionPool>(weights, "attn");
  network->first = std::move(encoder);
  network->encodes_epochs = true;
  network->window = std::make_unique<Chain>();
  network->window->reshape(frames_as_sequence);
  for (std::size_t i = 0; i < f.size("n_blocks"); ++i)
    network->window->add<EncoderLayer>(weights, i, encoder_config(f));
  network->window->add<MapDropout>(drop, kHeadSite).add<Dense>(weights, "head");
  return network;
}

}  // namespace gated_stager

extern const SequenceArchitecture kGatedStager = {
    .name = "gated_stager",
    .fields = gated_stager::kFields,
    .resolve = gated_stager::resolve,
    .tensors = gated_stager::tensors,
    .form = density_form,
    .build = gated_stager::build,
    .set_fixed = [](Weights& weights) { FilterBank::set_triangles(weights, "filterbank"); },
    .recipe = kDensityRecipe,
    .sfreq = 100,
    .tests_images = true};

}  // namespace eegate::sequence_architectures
