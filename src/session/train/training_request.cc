#include "session/train/training_request.h"

#include <algorithm>
#include <utility>

#include "base/count.h"
#include "files/npy.h"
#include "files/strict_object.h"
#include "model/architecture.h"
#include "model/config.h"
#include "session/train/training_data.h"

namespace eegate {
namespace {

constexpr double kMaxCount = 1e6, kMaxSeed = 0x1p53 - 1;

constexpr ObjectForm kTrainForm = form_with_one_code("request for a training", "TRAIN_OPTION");
constexpr std::string_view kBalanced[] = {"balanced"};
constexpr FieldSpec kAugment[] = {optional_bool("mirror"), optional_number("jitterS", 0, 60),
                                  optional_number("channelDropout", 0, 0.9)};
constexpr FieldSpec kOptions[] = {
    optional_integer("epochs", 1, kMaxCount),
    optional_integer("batchSize", 1, kMaxCount),
    optional_number("learningRate", 1e-12, 1e3),
    optional_choice("optimizer", kOptimizers.names),
    optional_choice("tune", kTunes.names),
    optional_integer("patience", 0, kMaxCount),
    optional_integer("seed", 0, kMaxSeed),
    optional_bool("shuffle"),
    optional_bool("dropout"),
    optional_numbers("classWeights", -kAnyNumber, kAnyNumber, kBalanced),
    optional_number("labelSmoothing", 0, 0.999),
    optional_choice("split", kSplitRules.names),
    optional_number("validationShare", 0.01, 0.9),
    text_field("date"),
    optional_object("augment", kAugment),
};

void read_augmentation(const StrictObject& object, PageRequest& request) {
  object.copy("mirror", request.training.mirror);
  object.copy("jitterS", request.jitter_s);
  object.copy("channelDropout", request.training.channel_dropout);
  request.training.jitter = request.jitter_s > 0;
}

void read_options(const StrictObject& object, PageRequest& request) {
  TrainingRequest& training = request.training;
  object.copy("epochs", training.n_epochs);
  object.copy("batchSize", training.batch_size);
  object.copy("learningRate", training.learning_rate);
  object.copy("optimizer", training.optimizer);
  object.copy("tune", training.tune, kTunes);
  object.copy("patience", training.patience);
  object.copy("seed", training.seed);
  object.copy("shuffle", training.shuffle);
  object.copy("dropout", training.dropout);
  if (object.is_set("classWeights")) {
    const auto& weights = object.numbers("classWeights");
    training.class_weights.assign(weights.begin(), weights.end());
    training.balanced_classes = weights.empty();
  }
  object.copy("labelSmoothing", training.label_smoothing);
  object.copy("split", request.split, kSplitRules);
  object.copy("validationShare", request.validation_share);
  object.copy("date", request.date);
  if (object.is_set("augment")) read_augmentation(object.node("augment"), request);
}

bool is_wrapped(const JsonValue& setup) { return !setup.get("config").absent(); }
JsonValue config_in(const JsonValue& setup) { return is_wrapped(setup) ? setup.get("config") : setup; }

// 0 for an invalid size, which the configuration's own check reports.
std::size_t size_in(const JsonValue& number) {
  return static_cast<std::size_t>(to_count(number.number(), std::uint64_t{1} << 31).value_or(0));
}

std::vector<std::string> names_in(const JsonValue& array) {
  std::vector<std::string> names;
  for (const JsonValue& name : array.elements()) names.emplace_back(name.string());
  return names;
}

void write_strings(JsonWriter& out, const char* key, const std::vector<std::string>& names) {
  out.key(key).begin_array();
  for (const std::string& name : names) out.value(name);
  out.end_array();
}

// Members that the object does not have already.
void add_missing(JsonWriter& out, const JsonValue& object, std::string_view key, std::size_t value) {
  if (value > 0 && object.get(key).absent()) out.key(key).value(static_cast<std::uint64_t>(value));
}

Result<> write_preset(JsonWriter& out, const JsonValue& config) {
  EEGATE_TRY(const std::string_view fields, preset_fields(config.get("preset").string()));
  EEGATE_TRY(const JsonDocument preset, JsonDocument::parse("{" + std::string(fields) + "}"));
  for (const auto& [key, value] : preset.root().members()) {
    if (config.get(key).absent()) out.key(key).raw(value.text());
  }
  return {};
}

// Whether the architecture has the sampling rate in its configuration.
bool wants_rate(const JsonValue& config) {
  std::string name(config.get("architecture").string());
  if (const auto fields = preset_fields(config.get("preset").string()); name.empty() && fields.ok()) {
    const auto preset = JsonDocument::parse("{" + std::string(*fields) + "}");
    if (preset.ok()) name = preset->root().get("architecture").string();
  }
  const Architecture* architecture = find_architecture(name);
  return architecture != nullptr &&
         std::ranges::any_of(architecture->fields, [](const FieldSpec& field) { return field.name == "sfreq"; });
}

Result<std::string> completed_config(const JsonValue& config, const DataFacts& facts) {
  JsonWriter out;
  out.begin_object();
  if (config.get("architecture").absent() && config.get("preset").is_string()) EEGATE_CHECK(write_preset(out, config));
  for (const auto& [key, value] : config.members()) out.key(key).raw(value.text());
  add_missing(out, config, "n_chans", facts.n_chans);
  add_missing(out, config, "n_times", facts.n_times);
  if (facts.sfreq > 0 && config.get("sfreq").absent() && wants_rate(config)) out.key("sfreq").value(facts.sfreq);
  const std::size_t n_outputs = facts.classes.empty() ? facts.n_outputs : facts.classes.size();
  add_missing(out, config, "n_outputs", config.get("task").string() == "binary" ? 1 : n_outputs);
  out.end_object();
  return out.take();
}

bool names_a_model(const JsonValue& config) {
  return !config.get("architecture").absent() || !config.get("preset").absent();
}

}  // namespace

std::span<const FieldSpec> training_option_fields() { return kOptions; }

Result<PageRequest> read_page_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  PageRequest request;
  const JsonValue config = document.root().get("config");
  if (config.is_object()) request.setup = config.text();
  EEGATE_TRY(const StrictObject options, StrictObject::read(kOptions, document.root().get("options"), kTrainForm));
  read_options(options, request);
  return request;
}

Error regression_error() {
  return {.code = "TRAIN_TASK",
          .message = "Epochs with labels train a classification",
          .field = "config.task",
          .found = "regress",
          .expected = "classify or binary",
          .hint = "The command line trains regressions."};
}

Result<DataFacts> facts_of_setup(const std::string& setup) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root(), config = config_in(root);
  if (config.get("task").string() == "regress") return regression_error();
  return DataFacts{.ch_names = is_wrapped(root) ? names_in(root.get("channels")) : std::vector<std::string>(),
                   .classes = is_wrapped(root) ? names_in(root.get("classes")) : std::vector<std::string>(),
                   .n_chans = size_in(config.get("n_chans")),
                   .n_times = size_in(config.get("n_times")),
                   .n_outputs = size_in(config.get("n_outputs"))};
}

Result<DataFacts> facts_of_arrays(const std::string& setup, std::span<const std::byte> x,
                                  std::span<const std::byte> y) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  EEGATE_TRY(const NpyHeader epochs, parse_npy_header(x));
  EEGATE_TRY(const NpyArray labels, parse_npy(y));
  DataFacts facts;
  EEGATE_CHECK(check_epochs_shape(epochs.shape));
  facts.n_chans = static_cast<std::size_t>(epochs.shape[1]);
  facts.n_times = static_cast<std::size_t>(epochs.shape[2]);
  if (config_in(document.root()).get("task").string() == "regress") {
    facts.n_outputs = labels.shape.size() == 2 ? static_cast<std::size_t>(labels.shape[1]) : 1;
  } else {
    double highest = 1;  // there is no classification with fewer than two
    for (const double label : labels.values) highest = std::max(highest, label);
    facts.n_outputs = static_cast<std::size_t>(std::min(highest, kMaxCount)) + 1;
  }
  return facts;
}

Result<std::string> completed_setup(const std::string& setup, const DataFacts& facts) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root(), known = is_wrapped(root) ? root : JsonValue();
  EEGATE_TRY(const std::string config, completed_config(config_in(root), facts));
  JsonWriter out;
  out.begin_object().key("config").raw(config);
  for (const auto& [key, value] : known.members()) {
    if (key != "config") out.key(key).raw(value.text());
  }
  if (known.get("channels").absent() && !facts.ch_names.empty()) write_strings(out, "channels", facts.ch_names);
  if (known.get("classes").absent() && !facts.classes.empty()) write_strings(out, "classes", facts.classes);
  if (known.get("sfreq").absent() && facts.sfreq > 0) out.key("sfreq").value(facts.sfreq);
  if (known.get("recipe").absent() && !facts.recipe_json.empty()) out.key("recipe").raw(facts.recipe_json);
  out.end_object();
  return out.take();
}

std::string setup_without_model(const DataFacts& facts) {
  JsonWriter out;
  out.begin_object().key("config").begin_object().end_object();
  write_strings(out, "channels", facts.ch_names);
  if (!facts.classes.empty()) write_strings(out, "classes", facts.classes);
  if (facts.sfreq > 0) out.key("sfreq").value(facts.sfreq);
  if (!facts.recipe_json.empty()) out.key("recipe").raw(facts.recipe_json);
  out.end_object();
  return out.take();
}

Result<std::string> setup_with_preset(const std::string& setup, const std::string& preset, bool recentre) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root(), config = config_in(root);
  if (names_a_model(config)) {
    const JsonValue named = config.get("preset").absent() ? config.get("architecture") : config.get("preset");
    return config_conflict("The configuration names a model already",
                           config.get("preset").absent() ? "architecture" : "preset", quoted(named.string()),
                           "none with --preset " + preset);
  }
  JsonWriter out;
  out.begin_object().key("config").begin_object().key("preset").value(preset);
  if (recentre) out.key("recentre").value(true);
  for (const auto& [key, value] : config.members()) out.key(key).raw(value.text());
  out.end_object();
  if (is_wrapped(root)) {
    for (const auto& [key, value] : root.members()) {
      if (key != "config") out.key(key).raw(value.text());
    }
  }
  return out.end_object().take();
}

}  // namespace eegate
