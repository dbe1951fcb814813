#include "experiment/plan.h"

#include <algorithm>

#include "experiment/plan_data.h"
#include "experiment/plan_reader.h"
#include "files/json.h"
#include "signal/number_text.h"

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

// {"preset": NAME, ...}, {"config": {...}, ...} or the name "band_power" alone.
Result<PlanModel> read_model(JsonValue object, const std::string& path, const PlanTraining& common) {
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(object, path, {"name", "preset", "config", "training", "method"}));
  PlanModel model{.training = common};
  std::string preset, method;
  EEGATE_CHECK(reader.text("preset", preset));
  EEGATE_CHECK(reader.text("method", method));
  if (reader.has("method") && method != "band_power") return reader.value_error("method", "band_power");
  const int n_said = (reader.has("preset") ? 1 : 0) + (reader.has("config") ? 1 : 0) + (reader.has("method") ? 1 : 0);
  if (n_said != 1)
    return plan_error(n_said == 0 ? "PLAN_MISSING" : "PLAN_CONFLICT", "A model is said in exactly one way", path,
                      quoted(object.text(), 80), "one of preset, config, method");
  model.band_power = reader.has("method");
  if (reader.has("config") && !reader.get("config").is_object()) return reader.type_error("config", "{...}");
  JsonWriter setup;
  setup.begin_object().key("config");
  if (reader.has("config"))
    setup.raw(reader.get("config").text());
  else
    setup.begin_object().key("preset").value(preset).end_object();
  setup.end_object();
  model.setup = setup.take();
  model.name = model.band_power ? method : preset;
  EEGATE_CHECK(reader.text("name", model.name));
  if (model.name.empty()) return reader.require("name", "a name for the table").error();
  if (reader.has("training")) {
    if (model.band_power)
      return plan_error("PLAN_CONFLICT", "This method is fitted, not trained", reader.field("training"), "options",
                        "nothing");
    EEGATE_TRY(model.training, read_plan_training(reader.get("training"), reader.field("training"), common));
  }
  return model;
}

std::string band_name(const std::optional<BandpassStep>& bandpass) {
  if (!bandpass) return "as recorded";
  return number_text(bandpass->low_hz) + "-" + number_text(bandpass->high_hz) + " Hz";
}

Result<PlanBand> read_band(JsonValue object, const std::string& path, bool arrays) {
  EEGATE_TRY(const PlanReader reader,
             arrays ? PlanReader::open(object, path, {"name", "x"})
                    : PlanReader::open(object, path, {"name", "low_hz", "high_hz", "order", "mode"}));
  PlanBand band;
  if (arrays) {
    EEGATE_CHECK(reader.require("name", "a name for the table"));
    EEGATE_CHECK(reader.require("x", "the .npy file of this band"));
    EEGATE_CHECK(reader.text("x", band.x));
  } else {
    BandpassStep step;
    for (const char* key : {"low_hz", "high_hz"}) EEGATE_CHECK(reader.require(key, "an edge in Hz"));
    EEGATE_CHECK(reader.number("low_hz", step.low_hz, 0, kMaxPlanHz));
    EEGATE_CHECK(reader.number("high_hz", step.high_hz, 0, kMaxPlanHz));
    if (!(step.low_hz > 0 && step.low_hz < step.high_hz)) return reader.value_error("high_hz", "above low_hz");
    EEGATE_CHECK(reader.count("order", step.order, 1, 10));
    std::string mode = "zero_phase";
    EEGATE_CHECK(reader.text("mode", mode));
    const auto known = kFilterModes.find(mode);
    if (!known) return reader.value_error("mode", "zero_phase or causal");
    step.mode = *known;
    band.bandpass = step;
    band.name = band_name(band.bandpass);
  }
  EEGATE_CHECK(reader.text("name", band.name));
  return band;
}

Result<PlanWindow> read_window(JsonValue object, const std::string& path) {
  EEGATE_TRY(const PlanReader reader, PlanReader::open(object, path, {"name", "from_s", "to_s"}));
  PlanWindow window;
  for (const char* key : {"from_s", "to_s"}) EEGATE_CHECK(reader.require(key, "seconds after the trial begins"));
  EEGATE_CHECK(reader.number("from_s", window.from_s, 0, kMaxPlanSeconds));
  EEGATE_CHECK(reader.number("to_s", window.to_s, 0, kMaxPlanSeconds));
  if (window.to_s <= window.from_s) return reader.value_error("to_s", "after from_s");
  window.name = number_text(window.from_s) + "-" + number_text(window.to_s) + " s";
  EEGATE_CHECK(reader.text("name", window.name));
  return window;
}

Result<PlanElectrodes> read_electrodes(JsonValue object, const std::string& path) {
  EEGATE_TRY(const PlanReader reader, PlanReader::open(object, path, {"name", "pick"}));
  PlanElectrodes electrodes;
  EEGATE_CHECK(reader.texts("pick", electrodes.pick));
  electrodes.name = electrodes.pick.empty() ? "all" : std::to_string(electrodes.pick.size());
  EEGATE_CHECK(reader.text("name", electrodes.name));
  return electrodes;
}

Error conflict(std::string message, std::string field, std::string found, std::string expected) {
  return plan_error("PLAN_CONFLICT", std::move(message), std::move(field), std::move(found), std::move(expected));
}

Result<> read_recipe(const PlanReader& reader, ExperimentPlan& plan) {
  if (!reader.has("recipe")) return {};
  if (plan.is_arrays())
    return conflict("Arrays are taken as they are", "recipe", "a recipe", "recordings, or no recipe");
  EEGATE_TRY(plan.recipe, parse_recipe(reader.get("recipe")));
  if (plan.recipe.epochs)
    return conflict("What is cut out is said under data", "recipe.epochs", "epochs", "data.groups, tmin_s, tmax_s");
  if (plan.recipe.standardize)
    return conflict("Each model standardises by itself", "recipe.standardize", "standardize", "nothing");
  return {};
}

Result<> read_axes(const PlanReader& reader, ExperimentPlan& plan) {
  if (reader.has("bands")) {
    if (plan.recipe.bandpass) return conflict("The band is said twice", "bands", "recipe.bandpass", "one of both");
    EEGATE_TRY(const auto bands, reader.list("bands"));
    for (std::size_t i = 0; i < bands.size(); ++i) {
      EEGATE_TRY(PlanBand band, read_band(bands[i], reader.field("bands", i), plan.is_arrays()));
      plan.bands.push_back(std::move(band));
    }
  } else {
    plan.bands = {
        {.name = plan.is_arrays() ? "as given" : band_name(plan.recipe.bandpass), .bandpass = plan.recipe.bandpass}};
  }
  plan.windows = {{.name = "whole trial"}};
  if (reader.has("windows")) {
    EEGATE_TRY(const auto windows, reader.list("windows"));
    plan.windows.clear();
    for (std::size_t i = 0; i < windows.size(); ++i) {
      EEGATE_TRY(PlanWindow window, read_window(windows[i], reader.field("windows", i)));
      plan.windows.push_back(std::move(window));
    }
  }
  plan.electrodes = {
      {.name = plan.recipe.pick.empty() ? "all" : std::to_string(plan.recipe.pick.size()), .pick = plan.recipe.pick}};
  if (reader.has("electrodes")) {
    if (!plan.recipe.pick.empty())
      return conflict("The electrodes are said twice", "electrodes", "recipe.pick", "one of both");
    EEGATE_TRY(const auto sets, reader.list("electrodes"));
    plan.electrodes.clear();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      EEGATE_TRY(PlanElectrodes electrodes, read_electrodes(sets[i], reader.field("electrodes", i)));
      plan.electrodes.push_back(std::move(electrodes));
    }
  }
  EEGATE_CHECK(check_names(plan.bands, "bands"));
  EEGATE_CHECK(check_names(plan.windows, "windows"));
  return check_names(plan.electrodes, "electrodes");
}

Result<> read_models(const PlanReader& reader, ExperimentPlan& plan) {
  PlanTraining common;
  if (reader.has("training")) {
    EEGATE_TRY(common, read_plan_training(reader.get("training"), "training", PlanTraining()));
  }
  EEGATE_CHECK(reader.require("models", "a list of models"));
  EEGATE_TRY(const auto models, reader.list("models"));
  for (std::size_t i = 0; i < models.size(); ++i) {
    EEGATE_TRY(PlanModel model, read_model(models[i], reader.field("models", i), common));
    plan.models.push_back(std::move(model));
  }
  return check_names(plan.models, "models");
}

Result<> read_head(const PlanReader& reader, ExperimentPlan& plan) {
  double version = 0;
  EEGATE_CHECK(reader.require("version", "1"));
  EEGATE_CHECK(reader.number("version", version, 0, 1e9));
  if (version != 1)
    return plan_error("PLAN_VERSION", "The plan is of another version", "version", number_text(version), "1");
  EEGATE_CHECK(reader.require("name", "a name for the table"));
  EEGATE_CHECK(reader.text("name", plan.name));
  EEGATE_CHECK(reader.text("description", plan.description));
  EEGATE_CHECK(reader.text("notes", plan.notes));
  EEGATE_CHECK(reader.text("dataset", plan.dataset));
  if (!plan.dataset.empty() && plan.dataset != "eegmmidb" && plan.dataset != "brain_visual")
    return reader.value_error("dataset", "eegmmidb or brain_visual");
  EEGATE_CHECK(reader.seeds("seeds", plan.seeds));
  return reader.number("suspect_above", plan.suspect_above, 0, 1);
}

}  // namespace

Result<ExperimentPlan> parse_plan(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(
      const PlanReader reader,
      PlanReader::open(document.root(), "",
                       {"version", "name", "description", "notes", "dataset", "data", "recipe", "training", "models",
                        "bands", "windows", "electrodes", "splits", "seeds", "published", "suspect_above"}));
  ExperimentPlan plan;
  EEGATE_CHECK(read_head(reader, plan));
  EEGATE_CHECK(reader.require("data", "recordings or arrays"));
  EEGATE_TRY(plan.data, read_plan_data(reader.get("data")));
  EEGATE_CHECK(read_recipe(reader, plan));
  EEGATE_CHECK(read_models(reader, plan));
  EEGATE_CHECK(read_axes(reader, plan));
  EEGATE_CHECK(reader.require("splits", "how trials are divided"));
  EEGATE_TRY(plan.splits, read_plan_splits(reader.get("splits"), plan.is_arrays()));
  if (reader.has("published")) {
    EEGATE_TRY(plan.published, read_published(reader.get("published")));
  }
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
