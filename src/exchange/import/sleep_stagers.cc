#include "exchange/import/sleep_stagers.h"

#include <algorithm>
#include <set>

#include "files/json.h"
#include "model/memory_limit.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate {
namespace {

constexpr std::string_view kRobustMark = "encoder_eeg.encoder.filter_reduction.weight";
constexpr std::string_view kSeqMark = "nn.epoch_encoder.F2_filtbank.W";
constexpr std::string_view kChambonMark = "nn.epoch_encoder.feature_extractor.0.weight";
// The statistics of the training data of Chambon2018 are not published, and standardisation by those of the recording
// fails. This divisor in uV gave the best results of all constant ones (docs/SLEEP.md).
constexpr double kChambonAmplitude_uv = 35;
constexpr std::size_t kPhysioExTimes = 3000;

// The beginning of one of our names and of theirs; the rest is equal, except for the rules below.
struct Renamed {
  std::string_view ours, theirs;
};
constexpr Renamed kRobustNames[] = {
    {"filter.", "encoder_eeg.encoder.filter_reduction."},
    {"gru.0.", "encoder_eeg.encoder.gru."},
    {"reduce.", "reducer_eeg.reduction."},
    {"attn.u", "reducer_eeg.attention.context_vector.weight"},
    {"attn.", "reducer_eeg.attention.context_matrix."},
    {"head.", "classifier."},
};
constexpr Renamed kSeqNames[] = {
    {"filterbank.logit", "nn.epoch_encoder.F2_filtbank.W"},
    {"filterbank.shape", "nn.epoch_encoder.F2_filtbank.S"},
    {"lstm.0.", "nn.epoch_encoder.F2_birnn."},
    {"attn.weight", "nn.epoch_encoder.F2_attention.W_omega"},
    {"attn.bias", "nn.epoch_encoder.F2_attention.b_omega"},
    {"attn.u", "nn.epoch_encoder.F2_attention.u_omega"},
    {"sequence.0.gru.", "nn.sequence_encoder.LSTM."},
    {"head.", "nn.sequence_encoder.clf."},
};

constexpr Renamed kChambonNames[] = {
    {"spatial.", "nn.epoch_encoder.spatial_conv."},
    {"conv.0.", "nn.epoch_encoder.feature_extractor.0."},
    {"conv.1.", "nn.epoch_encoder.feature_extractor.4."},
    {"head.", "nn.clf."},
};

// "fwd.weight_ih" is "weight_ih_l0", "bwd.weight_ih" is "weight_ih_l0_reverse".
std::string recurrent_name(std::string_view rest) {
  if (rest.starts_with("fwd.")) return std::string(rest.substr(4)) + "_l0";
  if (rest.starts_with("bwd.")) return std::string(rest.substr(4)) + "_l0_reverse";
  return std::string(rest);
}

std::string from_table(std::span<const Renamed> names, std::string_view ours) {
  for (const Renamed& renamed : names) {
    if (ours.starts_with(renamed.ours))
      return std::string(renamed.theirs) + recurrent_name(ours.substr(renamed.ours.size()));
  }
  return {};
}

std::string robust_name(const std::string& ours) {
  const std::size_t dot = ours.find('.', ours.find('.') + 1);
  const std::string number = ours.substr(ours.find('.') + 1, dot - ours.find('.') - 1);
  if (ours.starts_with("channels.")) {
    const std::string rest = ours.substr(dot + 1), name = "encoder_eeg.encoder.channel_attention.attention_" + number;
    return name + (rest == "u" ? ".context_vector.weight" : ".context_matrix." + rest);
  }
  if (ours.starts_with("sequence.")) {
    const std::string rest = ours.substr(dot + 1), name = "sequence_encoder.encoder." + number;
    if (rest.starts_with("skip.")) return name + ".residual_connection." + rest.substr(5);
    return name + ".gru." + recurrent_name(rest.substr(4));
  }
  return from_table(kRobustNames, ours);
}

std::string seq_name(const std::string& ours) { return from_table(kSeqNames, ours); }
std::string chambon_name(const std::string& ours) { return from_table(kChambonNames, ours); }

// An extent of a tensor; 0 if it does not exist, which the configuration refuses.
std::size_t extent_of(const ForeignWeights& foreign, std::string_view name, std::size_t axis) {
  const ForeignTensor* tensor = foreign.find(name);
  return tensor == nullptr || axis >= tensor->shape.size() ? 0 : tensor->shape[axis];
}

void member(JsonWriter& json, std::string_view key, std::size_t value) {
  json.key(key).value(static_cast<std::uint64_t>(value));
}

void begin_config(JsonWriter& json, std::string_view architecture, std::size_t n_chans, std::size_t n_times,
                  std::size_t n_outputs) {
  json.begin_object().key("architecture").value(architecture);
  member(json, "n_chans", n_chans);
  member(json, "n_times", n_times);
  member(json, "n_outputs", n_outputs);
  json.key("standardize").value("none").key("preset").value(architecture);
}

std::string robust_config(const ForeignWeights& foreign) {
  const std::string encoder = "encoder_eeg.encoder.", attention = encoder + "channel_attention.attention_";
  std::size_t n_virtual = 0, n_layers = 0;
  while (foreign.find(attention + std::to_string(n_virtual) + ".context_matrix.weight") != nullptr) ++n_virtual;
  const auto layer = [](std::size_t i) {
    return "sequence_encoder.encoder." + std::to_string(i) + ".gru.weight_hh_l0";
  };
  while (foreign.find(layer(n_layers)) != nullptr) ++n_layers;
  const std::size_t n_bins = extent_of(foreign, kRobustMark, 1);
  JsonWriter json;
  begin_config(json, "robust_sleep_net", 2, 1800, extent_of(foreign, "classifier.weight", 0));
  json.key("any_channels").value(true);
  member(json, "n_fft", n_bins > 0 ? 2 * (n_bins - 1) : 0);
  member(json, "filters", extent_of(foreign, kRobustMark, 0));
  member(json, "virtual_channels", n_virtual);
  member(json, "channel_units", extent_of(foreign, attention + "0.context_matrix.weight", 0));
  member(json, "hidden", extent_of(foreign, encoder + "gru.weight_hh_l0", 1));
  member(json, "reduced", extent_of(foreign, "reducer_eeg.reduction.weight", 0));
  member(json, "attn_units", extent_of(foreign, "reducer_eeg.attention.context_matrix.weight", 0));
  member(json, "sequence_hidden", extent_of(foreign, layer(0), 1));
  member(json, "sequence_layers", n_layers);
  return json.end_object().take();
}

std::string seq_config(const ForeignWeights& foreign) {
  const std::size_t n_bins = extent_of(foreign, kSeqMark, 1);
  JsonWriter json;
  begin_config(json, "seq_sleep_net", extent_of(foreign, kSeqMark, 0), kPhysioExTimes,
               extent_of(foreign, "nn.sequence_encoder.clf.weight", 0));
  member(json, "n_fft", n_bins > 0 ? 2 * (n_bins - 1) : 0);
  member(json, "filters", extent_of(foreign, kSeqMark, 2));
  member(json, "hidden", extent_of(foreign, "nn.epoch_encoder.F2_birnn.weight_hh_l0", 1));
  member(json, "attn_units", extent_of(foreign, "nn.epoch_encoder.F2_attention.W_omega", 1));
  member(json, "sequence_hidden", extent_of(foreign, "nn.sequence_encoder.LSTM.weight_hh_l0", 1));
  return json.end_object().take();
}

// Padding, pool and epoch length cannot be derived from the tensors: they are those of PhysioEx.
std::string chambon_config(const ForeignWeights& foreign) {
  const std::size_t n_chans = std::max<std::size_t>(1, extent_of(foreign, "nn.epoch_encoder.spatial_conv.weight", 0)),
                    maps = extent_of(foreign, kChambonMark, 0), kernel = extent_of(foreign, kChambonMark, 3);
  constexpr std::size_t kPad = 25, kPool = 13;
  std::size_t length = kPhysioExTimes;
  for (int layer = 0; layer < 2; ++layer)
    length = length + 2 * kPad < kernel ? 0 : (length + 2 * kPad - kernel + 1) / kPool;
  const std::size_t values = maps * n_chans * length;
  JsonWriter json;
  begin_config(json, "chambon2018", n_chans, kPhysioExTimes, extent_of(foreign, "nn.clf.weight", 0));
  member(json, "context", values > 0 ? extent_of(foreign, "nn.clf.weight", 1) / values : 0);
  member(json, "maps", maps);
  member(json, "kernel", kernel);
  member(json, "pad", kPad);
  member(json, "pool", kPool);
  json.key("amplitude_uv").value(kChambonAmplitude_uv);
  return json.end_object().take();
}

// What differs between the published models.
struct Publication {
  std::string_view mark;  // a tensor that only this model has
  std::string_view from;
  std::string (*config)(const ForeignWeights& foreign);
  std::string (*theirs)(const std::string& ours);
  std::string_view transposed;        // the tensor that is stored transposed
  std::string_view channels[3] = {};  // input channels in order
};
constexpr Publication kPublications[] = {
    {kRobustMark, "RobustSleepNet", robust_config, robust_name, "", {"EEG", "EOG"}},
    {kSeqMark, "PhysioEx", seq_config, seq_name, "attn.weight", {"EEG", "EOG", "EMG"}},
    {kChambonMark, "PhysioEx", chambon_config, chambon_name, "", {"EEG", "EOG", "EMG"}},
};

const Publication* publication_of(const ForeignWeights& foreign) {
  const auto found = std::ranges::find_if(
      kPublications, [&](const Publication& publication) { return foreign.find(publication.mark) != nullptr; });
  return found == std::end(kPublications) ? nullptr : &*found;
}

std::vector<std::string> channels_of(const Publication& publication, std::size_t n_chans) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n_chans; ++i) {
    const bool is_known = i < std::size(publication.channels);
    names.push_back(is_known ? std::string(publication.channels[i]) : "channel " + std::to_string(i + 1));
  }
  return names;
}

std::string shape_words(std::span<const std::size_t> shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

// The values of one of our tensors. A weight may be stored transposed, a vector with an additional axis of extent 1.
Result<> copy_values(std::span<float> into, const TensorSpec& spec, const ForeignTensor& from, bool transposed) {
  TensorShape shape;
  for (const std::size_t extent : from.shape) {
    if (extent != 1 || from.shape.size() == spec.shape.size()) shape.push_back(extent);
  }
  if (transposed) std::ranges::reverse(shape);
  if (shape != spec.shape) {
    return Error{.code = "IMPORT_SHAPE",
                 .message = "A tensor does not have the shape that the others give it",
                 .field = quoted(from.name, 80) + " as " + spec.name,
                 .found = shape_words(from.shape),
                 .expected = shape_words(spec.shape)};
  }
  for (std::size_t i = 0; i < into.size(); ++i) {
    const std::size_t columns = transposed ? shape[1] : 1, rows = transposed ? shape[0] : 1;
    into[i] = from.values[transposed ? i % columns * rows + i / columns : i];
  }
  return {};
}

Result<> check_left_over(const ForeignWeights& foreign, const std::set<std::string>& used) {
  for (const ForeignTensor& tensor : foreign.tensors()) {
    if (used.contains(tensor.name)) continue;
    return Error{.code = "IMPORT_TENSOR_UNKNOWN",
                 .message = "The file has a tensor that this model has no place for",
                 .field = quoted(tensor.name, 80),
                 .found = "shape " + shape_words(tensor.shape),
                 .hint = "It would change what the model says."};
  }
  return {};
}

}  // namespace

Result<PublishedStager> read_published_stager(const ForeignWeights& foreign) {
  const Publication* publication = publication_of(foreign);
  if (publication == nullptr) {
    EEGATE_CHECK(foreign.check_foreign());
    return Error{
        .code = "IMPORT_UNKNOWN",
        .message = "These are no weights of a stager that eegate knows",
        .expected = "RobustSleepNet, or SeqSleepNet or Chambon2018 of PhysioEx, with the names of their authors",
        .hint = "Other weights need --config, which says what they are."};
  }
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(publication->config(foreign)));
  EEGATE_TRY(ModelConfig config, read_sequence_config(document.root()));
  const SequenceArchitecture& architecture = *find_sequence_architecture(config.architecture);
  std::vector<TensorSpec> specs = architecture.tensors(config);
  EEGATE_CHECK(check_weights_memory(specs));
  PublishedStager stager{.from = std::string(publication->from),
                         .config = std::move(config),
                         .weights = Weights(std::move(specs)),
                         .sfreq = architecture.sfreq,
                         .recipe_json = std::string(architecture.recipe)};
  stager.ch_names = channels_of(*publication, stager.config.n_chans);
  std::set<std::string> used;
  for (std::size_t i = 0; i < stager.weights.specs().size(); ++i) {
    const TensorSpec& spec = stager.weights.specs()[i];
    const std::string theirs = publication->theirs(spec.name);
    const ForeignTensor* tensor = foreign.find(theirs);
    if (tensor == nullptr) {
      return Error{.code = "IMPORT_TENSOR_MISSING",
                   .message = "The file lacks a tensor of this model",
                   .field = spec.name,
                   .found = "nothing",
                   .expected = quoted(theirs, 120)};
    }
    EEGATE_CHECK(copy_values(stager.weights.values(i), spec, *tensor, spec.name == publication->transposed));
    stager.assignments.emplace_back(spec.name, theirs);
    used.insert(theirs);
  }
  EEGATE_CHECK(check_left_over(foreign, used));
  return stager;
}

}  // namespace eegate
