#include "signal/recipe.h"

#include <algorithm>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "files/strict_object.h"

namespace eegate {
namespace {

constexpr int kVersion = 1;

constexpr std::string_view kAverage[] = {"average"};
constexpr std::string_view kAlignments[] = {"euclidean"};

constexpr FieldSpec kNotch[] = {required_field(optional_number("hz")),
                                number_field("q", NotchStep().q, -kAnyNumber, kAnyNumber)};
constexpr FieldSpec kBandpass[] = {
    required_field(optional_number("low_hz")), required_field(optional_number("high_hz")),
    integer_field("order", BandpassStep().order, 1, 20), choice_field("mode", "zero_phase", kFilterModes.names)};
constexpr FieldSpec kAnnotationEpochs[] = {optional_text_map("labels"),
                                           number_field("tmin_s", 0, -kAnyNumber, kAnyNumber),
                                           required_field(optional_number("tmax_s"))};
constexpr FieldSpec kWindowEpochs[] = {more_than_lowest(required_field(optional_number("length_s", 0))),
                                       more_than_lowest(optional_number("step_s", 0)), optional_text("label"),
                                       optional_text_map("labels")};
constexpr KindSpec kEpochs[] = {{"annotation", kAnnotationEpochs}, {"window", kWindowEpochs}};

constexpr FieldSpec kRecipe[] = {
    optional_field(integer_field("version", kVersion, kVersion, kVersion)),
    optional_texts("pick"),
    optional_texts("reference", kAverage),
    optional_object("notch", kNotch),
    optional_object("bandpass", kBandpass),
    more_than_lowest(optional_number("resample_hz", 0)),
    optional_choice("align", kAlignments),
    optional_kinds("epochs", "by", kEpochs),
    optional_choice("standardize", kStandardizations.names),
};

constexpr FieldSpec kDisplaySettings[] = {
    optional_texts("reference", kAverage),
    more_than_lowest(optional_number("notch_hz", 0)),
    more_than_lowest(optional_number("highpass_hz", 0)),
    more_than_lowest(optional_number("lowpass_hz", 0)),
};

using Labels = std::vector<std::pair<std::string, std::string>>;

Result<> check_version(const JsonValue& recipe) {
  const JsonValue value = recipe.is_object() ? recipe.get("version") : JsonValue();
  if (value.absent() || value.is_null() || value.integer() == kVersion) return {};
  return Error{.code = "RECIPE_VERSION",
               .message = "The recipe is of another version",
               .field = "version",
               .found = value.text(),
               .expected = std::to_string(kVersion)};
}

std::optional<ReferenceStep> reference_of(const StrictObject& object) {
  if (!object.is_set("reference")) return std::nullopt;
  return ReferenceStep{object.texts("reference")};
}

BandpassStep bandpass_of(const StrictObject& object) {
  return {.low_hz = object.number("low_hz"),
          .high_hz = object.number("high_hz"),
          .order = static_cast<int>(object.number("order")),
          .mode = object.option("mode", kFilterModes)};
}

Result<EpochsStep> annotation_epochs(const StrictObject& object) {
  AnnotationEpochs epochs{
      .labels = object.text_map("labels"), .tmin_s = object.number("tmin_s"), .tmax_s = object.number("tmax_s")};
  if (!(epochs.tmax_s > epochs.tmin_s)) return object.value_error("tmax_s", "more than tmin_s");
  return EpochsStep(std::move(epochs));
}

Result<EpochsStep> window_epochs(const StrictObject& object) {
  WindowEpochs epochs{.length_s = object.number("length_s"), .labels = object.text_map("labels")};
  epochs.step_s = epochs.length_s;
  object.copy("step_s", epochs.step_s);
  object.copy("label", epochs.label);
  if (!epochs.label.empty() && !epochs.labels.empty()) return object.value_error("label", "either `label` or `labels`");
  return EpochsStep(std::move(epochs));
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
    json.key("mode").value(kFilterModes.name_of(band->mode));
    json.end_object();
  }
}

}  // namespace

std::span<const FieldSpec> recipe_fields() { return kRecipe; }
std::span<const FieldSpec> display_settings_fields() { return kDisplaySettings; }

Result<Recipe> parse_recipe(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  return parse_recipe(document.root());
}

Result<Recipe> parse_recipe(JsonValue json) {
  EEGATE_CHECK(check_version(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kRecipe, json, kRecipeForm));
  Recipe recipe{.pick = object.texts("pick"), .reference = reference_of(object)};
  if (object.is_set("notch")) {
    const StrictObject& notch = object.node("notch");
    recipe.notch = NotchStep{.hz = notch.number("hz"), .q = notch.number("q")};
  }
  if (object.is_set("bandpass")) recipe.bandpass = bandpass_of(object.node("bandpass"));
  object.copy("resample_hz", recipe.resample_hz);
  recipe.align_euclidean = object.is_set("align");
  if (object.is_set("epochs")) {
    const StrictObject& epochs = object.node("epochs");
    EEGATE_TRY(recipe.epochs, epochs.kind() == kEpochs[0].kind ? annotation_epochs(epochs) : window_epochs(epochs));
  }
  if (object.is_set("standardize")) recipe.standardize = object.option("standardize", kStandardizations);
  return recipe;
}

Result<Recipe> parse_display_settings(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  static constexpr ObjectForm kForm = [] {
    ObjectForm form = kRecipeForm;
    form.name = "display";
    return form;
  }();
  EEGATE_TRY(const StrictObject object, StrictObject::read(kDisplaySettings, document.root(), kForm, "display"));
  Recipe recipe{.reference = reference_of(object)};
  if (object.is_set("notch_hz")) recipe.notch = NotchStep{.hz = object.number("notch_hz")};
  object.copy("highpass_hz", recipe.highpass_hz);
  object.copy("lowpass_hz", recipe.lowpass_hz);
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
  if (recipe.standardize) json.key("standardize").value(kStandardizations.name_of(*recipe.standardize));
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
