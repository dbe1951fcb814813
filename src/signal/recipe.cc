#include "signal/recipe.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "base/rng.h"

namespace eegate {
namespace {

constexpr int kVersion = 1;
constexpr double kMaxOrder = 20;

// Walks one object of the recipe: every key that is asked for is known, and `finish` refuses the
// others. The first thing that is wrong is remembered; null counts as absent.
class Fields {
 public:
  Fields(JsonValue object, std::string path, std::optional<Error>& error)
      : object_(object), path_(std::move(path)), error_(error) {
    if (!object_.is_object()) wrong_type("", object_, "an object");
  }

  JsonValue find(std::string_view key) {
    known_.emplace_back(key);
    const JsonValue value = object_.is_object() ? object_.get(key) : JsonValue();
    return value.is_null() ? JsonValue() : value;
  }

  std::optional<double> number(std::string_view key) {
    const JsonValue value = find(key);
    if (value.absent()) return std::nullopt;
    if (!value.is_number()) {
      wrong_type(key, value, "a number");
      return std::nullopt;
    }
    return value.number();
  }

  double required_number(std::string_view key) {
    const std::optional<double> value = number(key);
    if (!value && !error_) fail("RECIPE_VALUE", key, "nothing", "a number");
    return value.value_or(0);
  }

  double positive(std::string_view key, std::optional<double> value) {
    if (value && !(*value > 0)) fail("RECIPE_VALUE", key, object_.get(key).text(), "a number above 0");
    return value.value_or(0);
  }

  std::string text(std::string_view key) {
    const JsonValue value = find(key);
    if (!value.absent() && (!value.is_string() || value.string().empty())) {
      wrong_type(key, value, "text that is not empty");
    }
    return std::string(value.string());
  }

  std::vector<std::string> names(std::string_view key, JsonValue value) {
    std::vector<std::string> names;
    if (value.absent()) return names;
    if (!value.is_array()) {
      wrong_type(key, value, "a list of channel names");
      return names;
    }
    for (const JsonValue& name : value.elements()) {
      if (!name.is_string()) wrong_type(key, name, "a list of channel names");
      names.emplace_back(name.string());
    }
    const bool has_empty = std::find(names.begin(), names.end(), "") != names.end();
    if (names.empty() || has_empty) {
      fail("RECIPE_VALUE", key, value.text(), "at least one channel name, none empty");
    }
    return names;
  }

  // After every key has been asked for.
  void finish() {
    if (!object_.is_object()) return;
    for (const auto& [key, value] : object_.members()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      std::string expected;
      for (const std::string& known : known_) expected += (expected.empty() ? "" : ", ") + known;
      fail("RECIPE_UNKNOWN_KEY", key, quoted(key), expected);
    }
  }

  void wrong_type(std::string_view key, JsonValue value, std::string expected) {
    fail("RECIPE_TYPE", key, std::string(value.type_name()), std::move(expected));
  }

  void fail(std::string_view code, std::string_view key, std::string found, std::string expected) {
    if (error_) return;
    const bool is_unknown = code == "RECIPE_UNKNOWN_KEY";
    error_ = Error{.code = code,
                   .message = is_unknown ? "The recipe has a step or setting that is not known"
                                         : "The recipe cannot be carried out",
                   .field = dotted(key),
                   .found = std::move(found),
                   .expected = std::move(expected),
                   .hint = is_unknown ? "A step that is skipped in silence would change the numbers: "
                                        "correct the spelling or use a newer version"
                                      : ""};
  }

  std::string dotted(std::string_view key) const {
    if (path_.empty() || key.empty()) return path_.empty() && key.empty() ? "recipe" : path_ + std::string(key);
    return path_ + "." + std::string(key);
  }

 private:
  JsonValue object_;
  std::string path_;
  std::vector<std::string> known_;
  std::optional<Error>& error_;
};

void read_version(Fields& fields) {
  const JsonValue value = fields.find("version");
  if (value.absent() || value.integer() == kVersion) return;
  fields.fail("RECIPE_VERSION", "version", value.text(), std::to_string(kVersion));
}

std::optional<ReferenceStep> read_reference(Fields& fields) {
  const JsonValue value = fields.find("reference");
  if (value.absent()) return std::nullopt;
  if (!value.is_string()) return ReferenceStep{fields.names("reference", value)};
  if (value.string() != "average") {
    fields.fail("RECIPE_VALUE", "reference", quoted(value.string()), "\"average\" or a list of names");
  }
  return ReferenceStep{};
}

std::optional<NotchStep> read_notch(JsonValue value, std::optional<Error>& error) {
  if (value.absent()) return std::nullopt;
  Fields fields(value, "notch", error);
  NotchStep step;
  step.hz = fields.required_number("hz");
  step.q = fields.number("q").value_or(step.q);
  fields.finish();
  return step;
}

std::optional<BandpassStep> read_bandpass(JsonValue value, std::optional<Error>& error) {
  if (value.absent()) return std::nullopt;
  Fields fields(value, "bandpass", error);
  BandpassStep step;
  step.low_hz = fields.required_number("low_hz");
  step.high_hz = fields.required_number("high_hz");
  const double order = fields.number("order").value_or(step.order);
  if (!(order >= 1 && order <= kMaxOrder) || order != std::floor(order)) {
    fields.fail("RECIPE_VALUE", "order", value.get("order").text(), "a whole number from 1 to 20");
  } else {
    step.order = static_cast<int>(order);
  }
  const std::string mode = fields.text("mode");
  if (const auto known = kFilterModes.find(mode)) {
    step.mode = *known;
  } else if (!mode.empty()) {
    fields.fail("RECIPE_VALUE", "mode", quoted(mode), "\"zero_phase\" or \"causal\"");
  }
  fields.finish();
  return step;
}

using Labels = std::vector<std::pair<std::string, std::string>>;

Labels read_labels(Fields& fields) {
  Labels read;
  const JsonValue labels = fields.find("labels");
  if (labels.is_object()) {
    for (const auto& [annotation, label] : labels.members()) {
      if (!label.is_string()) fields.wrong_type("labels." + std::string(annotation), label, "text");
      read.emplace_back(annotation, label.string());
    }
    if (read.empty()) fields.fail("RECIPE_VALUE", "labels", "{}", "at least one label");
  } else if (!labels.absent()) {
    fields.wrong_type("labels", labels, "an object: annotation text to label");
  }
  return read;
}

AnnotationEpochs read_annotation_epochs(Fields& fields) {
  AnnotationEpochs epochs;
  epochs.labels = read_labels(fields);
  epochs.tmin_s = fields.number("tmin_s").value_or(0);
  epochs.tmax_s = fields.required_number("tmax_s");
  if (!(epochs.tmax_s > epochs.tmin_s)) {
    fields.fail("RECIPE_VALUE", "tmax_s", significant(epochs.tmax_s, 10), "more than tmin_s");
  }
  return epochs;
}

WindowEpochs read_window_epochs(Fields& fields) {
  WindowEpochs epochs;
  epochs.length_s = fields.positive("length_s", fields.required_number("length_s"));
  const std::optional<double> step = fields.number("step_s");
  epochs.step_s = step ? fields.positive("step_s", step) : epochs.length_s;
  epochs.label = fields.text("label");
  epochs.labels = read_labels(fields);
  if (!epochs.label.empty() && !epochs.labels.empty()) {
    fields.fail("RECIPE_VALUE", "label", quoted(epochs.label), "either `label` or `labels`");
  }
  return epochs;
}

std::optional<EpochsStep> read_epochs(JsonValue value, std::optional<Error>& error) {
  if (value.absent()) return std::nullopt;
  Fields fields(value, "epochs", error);
  const std::string by = fields.text("by");
  EpochsStep step;
  if (by == "annotation") {
    step = read_annotation_epochs(fields);
  } else if (by == "window") {
    step = read_window_epochs(fields);
  } else {
    fields.fail("RECIPE_VALUE", "by", by.empty() ? "nothing" : quoted(by), "\"annotation\" or \"window\"");
  }
  fields.finish();
  return step;
}

void read_align(Fields& fields, Recipe& recipe) {
  const std::string align = fields.text("align");
  recipe.align_euclidean = align == "euclidean";
  if (!align.empty() && !recipe.align_euclidean) {
    fields.fail("RECIPE_VALUE", "align", quoted(align), "\"euclidean\"");
  }
}

void read_standardize(Fields& fields, Recipe& recipe) {
  const std::string name = fields.text("standardize");
  if (name.empty()) return;
  recipe.standardize = kStandardizations.find(name);
  if (!recipe.standardize) {
    fields.fail("RECIPE_VALUE", "standardize", quoted(name), alternatives(kStandardizations.words));
  }
}

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
}

void write_labels(JsonWriter& json, const Labels& labels) {
  if (labels.empty()) return;
  json.key("labels").begin_object();
  for (const auto& [annotation, label] : labels) json.key(annotation).value(label);
  json.end_object();
}

void write_epochs(JsonWriter& json, const AnnotationEpochs& epochs) {
  json.key("by").value("annotation");
  write_labels(json, epochs.labels);
  json.key("tmin_s").value(epochs.tmin_s).key("tmax_s").value(epochs.tmax_s);
}

void write_epochs(JsonWriter& json, const WindowEpochs& epochs) {
  json.key("by").value("window");
  json.key("length_s").value(epochs.length_s).key("step_s").value(epochs.step_s);
  if (!epochs.label.empty()) json.key("label").value(epochs.label);
  write_labels(json, epochs.labels);
}

void write_filters(JsonWriter& json, const Recipe& recipe) {
  if (recipe.notch) {
    json.key("notch").begin_object();
    json.key("hz").value(recipe.notch->hz).key("q").value(recipe.notch->q).end_object();
  }
  if (const auto& band = recipe.bandpass) {
    json.key("bandpass").begin_object();
    json.key("low_hz").value(band->low_hz).key("high_hz").value(band->high_hz);
    json.key("order").value(band->order);
    json.key("mode").value(kFilterModes.word_of(band->mode));
    json.end_object();
  }
}

}  // namespace

Result<Recipe> parse_recipe(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  return parse_recipe(document.root());
}

Result<Recipe> parse_recipe(JsonValue object) {
  std::optional<Error> error;
  Recipe recipe;
  Fields fields(object, "", error);
  read_version(fields);
  recipe.pick = fields.names("pick", fields.find("pick"));
  recipe.reference = read_reference(fields);
  recipe.notch = read_notch(fields.find("notch"), error);
  recipe.bandpass = read_bandpass(fields.find("bandpass"), error);
  recipe.resample_hz = fields.number("resample_hz");
  fields.positive("resample_hz", recipe.resample_hz);
  read_align(fields, recipe);
  recipe.epochs = read_epochs(fields.find("epochs"), error);
  read_standardize(fields, recipe);
  fields.finish();
  if (error) return *std::move(error);
  return recipe;
}

Result<Recipe> parse_look(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  std::optional<Error> error;
  Recipe recipe;
  Fields fields(document.root(), "look", error);
  recipe.reference = read_reference(fields);
  const auto frequency = [&](std::string_view key) {
    const std::optional<double> hz = fields.number(key);
    fields.positive(key, hz);
    return hz;
  };
  if (const auto hz = frequency("notch_hz")) recipe.notch = NotchStep{.hz = *hz};
  recipe.highpass_hz = frequency("highpass_hz");
  recipe.lowpass_hz = frequency("lowpass_hz");
  fields.finish();
  if (error) return *std::move(error);
  return recipe;
}

std::string recipe_json(const Recipe& recipe) {
  JsonWriter json;
  json.begin_object().key("version").value(kVersion);
  if (!recipe.pick.empty()) write_names(json, "pick", recipe.pick);
  if (recipe.reference) {
    if (recipe.reference->is_average()) {
      json.key("reference").value("average");
    } else {
      write_names(json, "reference", recipe.reference->ch_names);
    }
  }
  write_filters(json, recipe);
  if (recipe.resample_hz) json.key("resample_hz").value(*recipe.resample_hz);
  if (recipe.align_euclidean) json.key("align").value("euclidean");
  if (recipe.epochs) {
    json.key("epochs").begin_object();
    std::visit([&json](const auto& epochs) { write_epochs(json, epochs); }, *recipe.epochs);
    json.end_object();
  }
  if (recipe.standardize) json.key("standardize").value(kStandardizations.word_of(*recipe.standardize));
  return json.end_object().take();
}

std::string recipe_hash(const Recipe& recipe) { return hexadecimal(fnv1a64(recipe_json(recipe)), 16); }

std::vector<std::string> recipe_labels(const Recipe& recipe) {
  std::vector<std::string> labels;
  if (!recipe.epochs) return labels;
  const auto* window = std::get_if<WindowEpochs>(&*recipe.epochs);
  if (window != nullptr && !window->label.empty()) labels.push_back(window->label);
  for (const auto& [annotation, label] : window ? window->labels : std::get<AnnotationEpochs>(*recipe.epochs).labels) {
    if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
  }
  return labels;
}

}  // namespace eegate
