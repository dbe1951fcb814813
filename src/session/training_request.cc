#include "session/training_request.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/count.h"
#include "files/json.h"
#include "files/npy.h"
#include "files/npy_header.h"
#include "model/architecture.h"
#include "model/config.h"

namespace eegate {
namespace {

constexpr double kMaxCount = 1e6, kMaxSeed = 0x1p53;

Error option_error(std::string_view field, const JsonValue& found, std::string expected) {
  return Error{.code = "TRAIN_OPTION",
               .message = "An option of the training cannot be used",
               .field = std::string(field),
               .found = quoted(found.text()),
               .expected = std::move(expected)};
}

// Reads options one after the other; the first that is wrong is kept.
class OptionReader {
 public:
  OptionReader(std::string key, const JsonValue& value, Result<>& outcome)
      : key_(std::move(key)), value_(value), outcome_(outcome) {}

  template <class Integer>
  void count(Integer& into, double lowest, double highest = kMaxCount) {
    double number = 0;
    if (read(number, lowest, highest, "a whole number", true)) into = static_cast<Integer>(number);
  }
  void number(double& into, double lowest, double highest, const char* expected) {
    read(into, lowest, highest, expected, false);
  }
  void flag(bool& into) {
    if (value_.is_bool())
      into = value_.boolean();
    else
      fail("true or false");
  }
  void text(std::string& into) {
    if (value_.is_string())
      into = value_.string();
    else
      fail("a text");
  }
  void split(SplitRule& into) {
    if (const auto rule = kSplitRules.find(value_.string()))
      into = *rule;
    else
      fail(alternatives(kSplitRules.words));
  }
  void class_weights(PageRequest& request) {
    TrainingRequest& training = request.training;
    training.balanced_classes = value_.string() == "balanced";
    for (const JsonValue& weight : value_.elements())
      training.class_weights.push_back(static_cast<float>(weight.number()));
    if (!training.balanced_classes && training.class_weights.empty()) fail("\"balanced\" or a number for each class");
  }
  void fail(std::string expected) { outcome_ = option_error(key_, value_, std::move(expected)); }

 private:
  bool read(double& into, double lowest, double highest, const char* expected, bool whole) {
    const double number = value_.number();
    const bool fits =
        value_.is_number() && number >= lowest && number <= highest && (!whole || number == std::floor(number));
    if (!fits) return fail(expected), false;
    into = number;
    return true;
  }
  std::string key_;
  const JsonValue& value_;
  Result<>& outcome_;
};

Result<> read_augmentation(PageRequest& request, const JsonValue& augment) {
  Result<> outcome;
  for (const auto& [key, value] : augment.members()) {
    OptionReader option("augment." + std::string(key), value, outcome);
    if (key == "mirror") {
      option.flag(request.training.mirror);
    } else if (key == "jitterS") {
      option.number(request.jitter_s, 0, 60, "0 to 60 seconds");
    } else if (key == "channelDropout") {
      option.number(request.training.channel_dropout, 0, 0.9, "0 to 0.9");
    } else {
      option.fail("mirror, jitterS or channelDropout");
    }
    EEGATE_CHECK(outcome);
  }
  request.training.jitter = request.jitter_s > 0;
  return outcome;
}

Result<> read_option(PageRequest& request, std::string_view key, const JsonValue& value) {
  Result<> outcome;
  OptionReader option(std::string(key), value, outcome);
  TrainingRequest& training = request.training;
  if (key == "epochs") {
    option.count(training.n_epochs, 1);
  } else if (key == "batchSize") {
    option.count(training.batch_size, 1);
  } else if (key == "learningRate") {
    option.number(training.learning_rate, 1e-12, 1e3, "a number above 0");
  } else if (key == "optimizer") {
    option.text(training.optimizer);
  } else if (key == "patience") {
    option.count(training.patience, 0);
  } else if (key == "seed") {
    option.count(training.seed, 0, kMaxSeed);
  } else if (key == "shuffle") {
    option.flag(training.shuffle);
  } else if (key == "dropout") {
    option.flag(training.dropout);
  } else if (key == "classWeights") {
    option.class_weights(request);
  } else if (key == "labelSmoothing") {
    option.number(training.label_smoothing, 0, 0.999, "0 to 0.999");
  } else if (key == "split") {
    option.split(request.split);
  } else if (key == "validationShare") {
    option.number(request.validation_share, 0.01, 0.9, "0.01 to 0.9");
  } else if (key == "date") {
    option.text(request.date);
  } else if (key == "augment") {
    return read_augmentation(request, value);
  } else {
    option.fail("another name: this one is not known");
  }
  return outcome;
}

bool is_wrapped(const JsonValue& setup) { return !setup.get("config").absent(); }
JsonValue config_in(const JsonValue& setup) { return is_wrapped(setup) ? setup.get("config") : setup; }

// 0 for what is no size; the configuration's own check says so.
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

// Whether the architecture itself wants to know the sampling rate.
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

Result<PageRequest> read_page_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  PageRequest request;
  const JsonValue config = document.root().get("config");
  if (config.is_object()) request.setup = config.text();
  for (const auto& [key, value] : document.root().get("options").members()) {
    EEGATE_CHECK(read_option(request, key, value));
  }
  return request;
}

Result<DataFacts> facts_of_setup(const std::string& setup) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root(), config = config_in(root);
  return DataFacts{.ch_names = is_wrapped(root) ? names_in(root.get("channels")) : std::vector<std::string>(),
                   .classes = is_wrapped(root) ? names_in(root.get("classes")) : std::vector<std::string>(),
                   .n_chans = size_in(config.get("n_chans")),
                   .n_times = size_in(config.get("n_times"))};
}

Result<DataFacts> facts_of_arrays(const std::string& setup, std::span<const std::byte> x,
                                  std::span<const std::byte> y) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  EEGATE_TRY(const NpyHeader epochs, parse_npy_header(x));
  EEGATE_TRY(const NpyArray labels, parse_npy(y));
  DataFacts facts;
  if (epochs.shape.size() == 3) {
    facts.n_chans = static_cast<std::size_t>(epochs.shape[1]);
    facts.n_times = static_cast<std::size_t>(epochs.shape[2]);
  }
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
  out.key("sfreq").value(facts.sfreq);
  if (!facts.recipe_json.empty()) out.key("recipe").raw(facts.recipe_json);
  out.end_object();
  return out.take();
}

Result<std::string> setup_with_preset(const std::string& setup, const std::string& preset) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root(), config = config_in(root);
  if (names_a_model(config)) {
    const JsonValue named = config.get("preset").absent() ? config.get("architecture") : config.get("preset");
    return config_conflict("The configuration names a model already", "preset", quoted(named.text()),
                           "none beside --preset " + preset);
  }
  JsonWriter out;
  out.begin_object().key("config").begin_object().key("preset").value(preset);
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
