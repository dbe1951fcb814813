#include "experiment/plan.h"

#include <array>

#include "base/numbers_as_text.h"
#include "experiment/plan_data.h"
#include "files/json.h"

namespace eegate {
namespace {

template <class Named>
Result<> check_names(const std::vector<Named>& all, const char* field) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (all[i].name == all[k].name)
        return plan_error("PLAN_VALUE", "Two entries of the plan have one name",
                          std::string(field) + "[" + std::to_string(i) + "].name", quoted(all[i].name), "another name");
    }
  }
  return {};
}

constexpr std::string_view kDatasets[] = {"eegmmidb", "brain_visual"};
constexpr std::string_view kMethods[] = {"band_power"};

// {"preset": NAME, ...}, {"config": {...}, ...} or {"method": "band_power"}.
constexpr FieldSpec kModel[] = {optional_text("name"), optional_text("preset"),
                                optional_json("config", "ConfigSettings"), optional_json("training", "PlanTraining"),
                                optional_choice("method", kMethods)};
constexpr FieldSpec kBand[] = {
    optional_text("name"), required_number("low_hz", 0, kMaxPlanHz), required_number("high_hz", 0, kMaxPlanHz),
    integer_field("order", BandpassStep().order, 1, 10), choice_field("mode", "zero_phase", kFilterModes.names)};
constexpr FieldSpec kBandOfArrays[] = {required_text("name"), required_text("x")};
constexpr FieldSpec kWindow[] = {optional_text("name"), required_number("from_s", 0, kMaxPlanSeconds),
                                 required_number("to_s", 0, kMaxPlanSeconds)};
constexpr FieldSpec kElectrodes[] = {optional_text("name"), optional_texts("pick")};

constexpr std::array<FieldSpec, 16> plan_fields(Table<FieldSpec> band) {
  return {required_field(integer_field("version", 1, 0, 1e9)),
          required_text("name"),
          optional_text("description"),
          optional_text("notes"),
          optional_choice("dataset", kDatasets),
          required_field(optional_json("data", "PlanData")),
          optional_json("recipe", "Recipe"),
          optional_json("training", "PlanTraining"),
          required_field(optional_objects("models", kModel)),
          optional_objects("bands", band),
          optional_objects("windows", kWindow),
          optional_objects("electrodes", kElectrodes),
          required_field(optional_json("splits", "PlanSplits")),
          optional_integers("seeds", 0, kMaxPlanSeed),
          optional_json("published", "Published"),
          optional_number("suspect_above", 0, 1)};
}
constexpr auto kPlanOfRecordings = plan_fields(kBand), kPlanOfArrays = plan_fields(kBandOfArrays);

Error conflict(std::string message, std::string field, std::string found, std::string expected) {
  return plan_error("PLAN_CONFLICT", std::move(message), std::move(field), std::move(found), std::move(expected));
}

// `base` with the changes of the field `training` of an object.
Result<PlanTraining> training_of(const StrictObject& object, PlanTraining base) {
  if (!object.is_set("training")) return base;
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(object.text("training")));
  EEGATE_TRY(const StrictObject options,
             StrictObject::read(plan_training_fields(), document.root(), kPlanForm, object.path("training")));
  return read_plan_training(options, std::move(base));
}

Result<PlanModel> read_model(const StrictObject& object, const PlanTraining& common) {
  const bool has_preset = object.is_set("preset"), has_config = object.is_set("config");
  PlanModel model{.band_power = object.is_set("method"), .training = common};
  const int n_given = (has_preset ? 1 : 0) + (has_config ? 1 : 0) + (model.band_power ? 1 : 0);
  if (n_given != 1) {
    JsonWriter found;
    found.begin_object();
    object.write(found);
    return plan_error(n_given == 0 ? "PLAN_MISSING" : "PLAN_CONFLICT", "A model is given in exactly one way",
                      object.path(), found.end_object().take(), "one of preset, config, method");
  }
  JsonWriter setup;
  setup.begin_object().key("config");
  if (has_config) {
    setup.raw(object.text("config"));
  } else {
    setup.begin_object().key("preset").value(has_preset ? object.text("preset") : "").end_object();
  }
  model.setup = setup.end_object().take();
  object.copy("preset", model.name);
  object.copy("method", model.name);
  object.copy("name", model.name);
  if (model.name.empty())
    return object.error("PLAN_MISSING", "The plan lacks something", "name", "nothing", "a name for the table");
  if (model.band_power && object.is_set("training"))
    return conflict("This method is fitted, not trained", object.path("training"), "options", "nothing");
  EEGATE_TRY(model.training, training_of(object, common));
  return model;
}

std::string band_name(const std::optional<BandpassStep>& bandpass) {
  if (!bandpass) return "as recorded";
  return number_text(bandpass->low_hz) + "-" + number_text(bandpass->high_hz) + " Hz";
}

Result<PlanBand> read_band(const StrictObject& object, bool arrays) {
  PlanBand band;
  if (arrays) {
    band.x = object.text("x");
  } else {
    const BandpassStep step{.low_hz = object.number("low_hz"),
                            .high_hz = object.number("high_hz"),
                            .order = static_cast<int>(object.number("order")),
                            .mode = object.option("mode", kFilterModes)};
    if (!(step.low_hz > 0 && step.low_hz < step.high_hz)) return object.value_error("high_hz", "above low_hz");
    band.bandpass = step;
    band.name = band_name(band.bandpass);
  }
  object.copy("name", band.name);
  return band;
}

Result<PlanWindow> read_window(const StrictObject& object) {
  PlanWindow window{.name = {}, .from_s = object.number("from_s"), .to_s = object.number("to_s")};
  if (window.to_s <= window.from_s) return object.value_error("to_s", "after from_s");
  window.name = number_text(window.from_s) + "-" + number_text(window.to_s) + " s";
  object.copy("name", window.name);
  return window;
}

PlanElectrodes read_electrodes(const StrictObject& object) {
  PlanElectrodes electrodes{.name = {}, .pick = object.texts("pick")};
  electrodes.name = electrodes.pick.empty() ? "all" : std::to_string(electrodes.pick.size());
  object.copy("name", electrodes.name);
  return electrodes;
}

Result<> read_recipe(const StrictObject& object, ExperimentPlan& plan) {
  if (!object.is_set("recipe")) return {};
  if (plan.is_arrays())
    return conflict("Arrays are taken as they are", "recipe", "a recipe", "recordings, or no recipe");
  EEGATE_TRY(plan.recipe, parse_recipe(object.text("recipe")));
  if (plan.recipe.epochs)
    return conflict("Epochs are defined under data", "recipe.epochs", "epochs", "data.groups, tmin_s, tmax_s");
  if (plan.recipe.standardize)
    return conflict("Each model standardises by itself", "recipe.standardize", "standardize", "nothing");
  return {};
}

Result<> read_axes(const StrictObject& object, ExperimentPlan& plan) {
  if (object.is_set("bands") && plan.recipe.bandpass)
    return conflict("The band is given twice", "bands", "recipe.bandpass", "one of both");
  if (object.is_set("electrodes") && !plan.recipe.pick.empty())
    return conflict("The electrodes are given twice", "electrodes", "recipe.pick", "one of both");
  for (const StrictObject& each : object.nodes("bands")) {
    EEGATE_TRY(PlanBand band, read_band(each, plan.is_arrays()));
    plan.bands.push_back(std::move(band));
  }
  for (const StrictObject& each : object.nodes("windows")) {
    EEGATE_TRY(PlanWindow window, read_window(each));
    plan.windows.push_back(std::move(window));
  }
  for (const StrictObject& each : object.nodes("electrodes")) plan.electrodes.push_back(read_electrodes(each));
  const std::vector<std::string>& pick = plan.recipe.pick;
  const std::optional<BandpassStep>& bandpass = plan.recipe.bandpass;
  if (plan.bands.empty())
    plan.bands = {{.name = plan.is_arrays() ? "as given" : band_name(bandpass), .bandpass = bandpass}};
  if (plan.windows.empty()) plan.windows = {{.name = "whole trial"}};
  if (plan.electrodes.empty())
    plan.electrodes = {{.name = pick.empty() ? "all" : std::to_string(pick.size()), .pick = pick}};
  EEGATE_CHECK(check_names(plan.bands, "bands"));
  EEGATE_CHECK(check_names(plan.windows, "windows"));
  return check_names(plan.electrodes, "electrodes");
}

Result<> read_models(const StrictObject& object, ExperimentPlan& plan) {
  EEGATE_TRY(const PlanTraining common, training_of(object, PlanTraining()));
  for (const StrictObject& each : object.nodes("models")) {
    EEGATE_TRY(PlanModel model, read_model(each, common));
    plan.models.push_back(std::move(model));
  }
  return check_names(plan.models, "models");
}

// Before anything else: the fields of another version may have other meanings.
Result<> check_version(const JsonValue& plan) {
  if (!plan.is_object()) return {};
  const JsonValue version = plan.get("version");
  if (version.absent()) return plan_error("PLAN_MISSING", "The plan lacks a required field", "version", "nothing", "1");
  if (!version.is_number() || version.integer() == 1) return {};
  return plan_error("PLAN_VERSION", "The plan is of another version", "version", version.text(), "1");
}

}  // namespace

Result<ExperimentPlan> parse_plan(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  const JsonValue root = document.root();
  EEGATE_CHECK(check_version(root));
  ExperimentPlan plan;
  if (!root.get("data").absent()) {  // lists the other keys of a plan
    EEGATE_TRY(plan.data, read_plan_data(root.get("data")));
  }
  EEGATE_TRY(const StrictObject object,
             StrictObject::read(plan.is_arrays() ? kPlanOfArrays : kPlanOfRecordings, root, kPlanForm));
  plan.name = object.text("name");
  object.copy("description", plan.description);
  object.copy("notes", plan.notes);
  object.copy("dataset", plan.dataset);
  EEGATE_CHECK(read_plan_seeds(object, plan.seeds));
  object.copy("suspect_above", plan.suspect_above);
  EEGATE_CHECK(read_recipe(object, plan));
  EEGATE_CHECK(read_models(object, plan));
  EEGATE_CHECK(read_axes(object, plan));
  EEGATE_TRY(plan.splits, read_plan_splits(root.get("splits"), plan.is_arrays()));
  if (!object.is_set("published")) return plan;
  EEGATE_TRY(const StrictObject published,
             StrictObject::read(published_fields(), root.get("published"), kPlanForm, "published"));
  plan.published = read_published(published);
  return plan;
}

std::string_view dataset_warning(const ExperimentPlan& plan) {
  if (plan.dataset != "brain_visual") return {};
  return "In this data set all images of a class were shown one after the other in one block. Classifiers can exploit "
         "slow signals of the block (Li et al. 2021, The perils and pitfalls of block design for EEG classification "
         "experiments; the authors of the data disputed it), so accuracy by class does not show that the content of an "
         "image is decoded; the advantage of high frequencies is to be read with that in mind. Do not pass the data on";
}

}  // namespace eegate
