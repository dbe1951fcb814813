#include <algorithm>
#include <bit>

#include "model/memory_limit.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate {

namespace sequence_architectures {
extern const SequenceArchitecture kRobustSleepNet;
extern const SequenceArchitecture kSeqSleepNet;
extern const SequenceArchitecture kGatedStager;
extern const SequenceArchitecture kChambon2018;
}  // namespace sequence_architectures

namespace {

constexpr const SequenceArchitecture* kSequenceArchitectures[] = {
    &sequence_architectures::kRobustSleepNet, &sequence_architectures::kSeqSleepNet,
    &sequence_architectures::kGatedStager, &sequence_architectures::kChambon2018};

constexpr FieldSpec kSequenceCommonFields[] = {
    text_field("architecture"),
    required_integer("n_chans", 1, 4096),
    required_integer("n_times"),
    required_integer("n_outputs", 2, 10000),
    choice_field("task", "classify", kTasks.names),
    choice_field("standardize", "none", kStandardizeRules.names),
    text_field("preset"),
};

struct SequenceSchema {
  const SequenceArchitecture* architecture;
  std::vector<FieldSpec> fields;
};

// The tables are static, because objects that were read refer to them.
const std::vector<FieldSpec>& sequence_schema(const SequenceArchitecture& architecture) {
  static const std::vector<SequenceSchema> schemas = [] {
    std::vector<SequenceSchema> made;
    for (const SequenceArchitecture* known : kSequenceArchitectures) {
      SequenceSchema& schema = made.emplace_back(SequenceSchema{known, {}});
      schema.fields.assign(std::begin(kSequenceCommonFields), std::end(kSequenceCommonFields));
      schema.fields.insert(schema.fields.end(), known->fields.begin(), known->fields.end());
    }
    return made;
  }();
  for (const SequenceSchema& schema : schemas) {
    if (schema.architecture == &architecture) return schema.fields;
  }
  abort_on_internal_error();
}

Result<> check_sequence_common(const ModelConfig& config) {
  if (config.task != Task::kClassify) {
    return config_conflict("Models of sequences classify", "task", std::string(kTasks.name_of(config.task)),
                           "classify");
  }
  if (config.standardize != Standardize::kNone) {
    return config_conflict("Models of sequences standardise by their recipe", "standardize",
                           std::string(kStandardizeRules.name_of(config.standardize)), "none");
  }
  return {};
}

}  // namespace

std::vector<const SequenceArchitecture*> sequence_architectures_known() {
  return {std::begin(kSequenceArchitectures), std::end(kSequenceArchitectures)};
}

const SequenceArchitecture* find_sequence_architecture(std::string_view name) {
  for (const SequenceArchitecture* architecture : kSequenceArchitectures) {
    if (architecture->name == name) return architecture;
  }
  return nullptr;
}

Result<ModelConfig> read_sequence_config(const JsonValue& object) {
  const JsonValue name = object.is_object() ? object.get("architecture") : JsonValue();
  const SequenceArchitecture* architecture = name.is_string() ? find_sequence_architecture(name.string()) : nullptr;
  if (architecture == nullptr) {
    std::string known;
    for (const SequenceArchitecture* candidate : kSequenceArchitectures)
      known += (known.empty() ? "" : ", ") + std::string(candidate->name);
    return Error{.code = "MODEL_CONFIG_VALUE",
                 .message = "This is not a model that classifies sequences of epochs",
                 .field = "config.architecture",
                 .found = name.text(),
                 .expected = "one of " + known};
  }
  EEGATE_TRY(auto fields, ConfigNode::read(sequence_schema(*architecture), object, kConfigForm, "config"));
  ModelConfig config = config_of_fields(architecture->name, std::move(fields));
  EEGATE_CHECK(check_sequence_common(config));
  EEGATE_CHECK(architecture->resolve(config));
  return config;
}

std::unique_ptr<SequenceNetwork> make_sequence_network(const ModelConfig& config, const Weights& weights) {
  auto network = find_sequence_architecture(config.architecture)->build(config, weights);
  network->n_chans = config.n_chans;
  network->n_outputs = config.n_outputs;
  network->n_context = config.fields.size("context");
  return network;
}

MapShape images_of_window(const ModelConfig& config) {
  const SpectrogramForm form = find_sequence_architecture(config.architecture)->form(config.fields);
  const std::size_t frames = form.n_frames(config.n_times), n_epochs = config.fields.size("context");
  if (form.channels_first()) return {n_epochs, config.n_chans, frames, form.n_bins()};
  return {n_epochs, frames, config.n_chans, form.n_bins()};
}

Result<> check_sequence_memory(const ModelConfig& config, std::span<const TensorSpec> tensors, double n_epochs) {
  constexpr double kSignals = 3;  // as floats, and as doubles while images are computed
  constexpr double kBeside = 2;   // input and output of a layer
  const SpectrogramForm form = find_sequence_architecture(config.architecture)->form(config.fields);
  auto widest = static_cast<double>(form.n_bins());
  for (const TensorSpec& tensor : tensors) widest = std::max(widest, static_cast<double>(tensor.shape.front()));
  const double n_times = static_cast<double>(config.n_times),
               n_points = static_cast<double>(form.n_frames(config.n_times));
  return check_engine_memory(
      NetworkUse::kRun,
      n_epochs * static_cast<double>(config.n_chans) * (kSignals * n_times + kBeside * n_points * widest),
      "Use a larger hop, fewer channels or shorter windows of epochs.");
}

SpectrogramForm density_form(const ConfigNode& fields) {
  return {.n_fft = fields.size("n_fft"),
          .window = std::min(fields.size("window"), fields.size("n_fft")),
          .hop = fields.size("hop"),
          .density = true,
          .floor = 2.220446049250313e-16};
}

Result<> check_spectrogram(const SpectrogramForm& form) {
  if (std::has_single_bit(form.n_fft)) return {};
  return config_conflict("Frames are transformed in lengths that are powers of two", "n_fft",
                         std::to_string(form.n_fft), "16, 32, 64, 128 ...");
}

}  // namespace eegate
