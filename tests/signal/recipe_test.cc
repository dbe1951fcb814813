#include "signal/recipe.h"

#include <catch2/catch_test_macros.hpp>

namespace eegate::recipe_test {
namespace {

constexpr std::string_view kFull = R"({
  "version": 1, "pick": ["C3", "Cz", "C4"], "reference": "average", "notch": {"hz": 50},
  "bandpass": {"low_hz": 0.5, "high_hz": 55}, "resample_hz": 160, "align": "euclidean",
  "epochs": {"by": "annotation", "labels": {"T2": "right", "T1": "left", "T3": "right"},
             "tmin_s": 0, "tmax_s": 4.1},
  "standardize": "zscore"
})";

Error error_of(std::string_view json) {
  const auto recipe = parse_recipe(json);
  REQUIRE_FALSE(recipe.ok());
  return recipe.error();
}

TEST_CASE("A recipe is parsed with its defaults", "[signal]") {
  const auto recipe = parse_recipe(kFull);
  REQUIRE(recipe.ok());
  CHECK(recipe->pick == std::vector<std::string>{"C3", "Cz", "C4"});
  REQUIRE(recipe->reference.has_value());
  CHECK(recipe->reference->is_average());
  CHECK(recipe->notch->q == 30);
  CHECK(recipe->bandpass->order == 2);
  CHECK(recipe->bandpass->mode == FilterMode::kZeroPhase);
  CHECK(recipe->resample_hz == 160.0);
  CHECK(recipe->align_euclidean);
  CHECK(recipe->standardize == Standardization::kZscore);
  const auto& epochs = std::get<AnnotationEpochs>(*recipe->epochs);
  CHECK(epochs.labels.size() == 3);
  CHECK(epochs.tmax_s == 4.1);
}

TEST_CASE("Labels get their indices in the order of the recipe", "[signal]") {
  CHECK(recipe_labels(parse_recipe(kFull).value()) == std::vector<std::string>{"right", "left"});
  const auto window = parse_recipe(R"({"epochs":{"by":"window","length_s":2,"label":"rest"}})");
  REQUIRE(window.ok());
  CHECK(recipe_labels(*window) == std::vector<std::string>{"rest"});
  CHECK(std::get<WindowEpochs>(*window->epochs).step_s == 2);
}

TEST_CASE("Windows may be inside annotations", "[signal]") {
  const std::string_view json =
      R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":1,"labels":{"T1":"open","T2":"closed","T3":"open"}}})";
  const auto recipe = parse_recipe(json);
  REQUIRE(recipe.ok());
  CHECK(recipe_labels(*recipe) == std::vector<std::string>{"open", "closed"});
  CHECK(recipe_json(*recipe) == json);
  const auto both = parse_recipe(R"({"epochs":{"by":"window","length_s":2,"label":"a","labels":{"T1":"b"}}})");
  REQUIRE_FALSE(both.ok());
  CHECK(both.error().code == "RECIPE_VALUE");
  CHECK(both.error().field == "epochs.label");
}

TEST_CASE("The JSON of a recipe contains all defaults and reads back identically", "[signal]") {
  const Recipe recipe = parse_recipe(kFull).value();
  const std::string text = recipe_json(recipe);
  CHECK(text == R"({"version":1,"pick":["C3","Cz","C4"],"reference":"average","notch":{"hz":50,"q":30},)"
                R"("bandpass":{"low_hz":0.5,"high_hz":55,"order":2,"mode":"zero_phase"},"resample_hz":160,)"
                R"("align":"euclidean","epochs":{"by":"annotation","labels":{"T2":"right","T1":"left","T3":"right"},)"
                R"("tmin_s":0,"tmax_s":4.1},"standardize":"zscore"})");
  CHECK(recipe_json(parse_recipe(text).value()) == text);
}

TEST_CASE("Equivalent recipes have the same hash, others do not", "[signal]") {
  const auto hash = [](std::string_view json) { return recipe_hash(parse_recipe(json).value()); };
  CHECK(hash(R"({"notch":{"q":30,"hz":50},"version":1})") == hash(R"({"notch":{"hz":50.0}})"));
  CHECK(hash(R"({"notch":{"hz":50}})") != hash(R"({"notch":{"hz":60}})"));
  CHECK(hash("{}").size() == 16);
}

TEST_CASE("An empty recipe does nothing, and null is absent", "[signal]") {
  const auto recipe = parse_recipe(R"({"version":1,"reference":null,"notch":null})");
  REQUIRE(recipe.ok());
  CHECK(recipe_json(*recipe) == R"({"version":1})");
}

TEST_CASE("A named reference is a list of channels", "[signal]") {
  const auto recipe = parse_recipe(R"({"reference":["M1","M2"]})");
  REQUIRE(recipe.ok());
  CHECK(recipe->reference->ch_names == std::vector<std::string>{"M1", "M2"});
  CHECK(recipe_json(*recipe) == R"({"version":1,"reference":["M1","M2"]})");
}

TEST_CASE("Unknown keys are rejected with their dotted path", "[signal]") {
  CHECK(error_of(R"({"notsch":{"hz":50}})").code == "RECIPE_UNKNOWN_KEY");
  CHECK(error_of(R"({"notsch":{"hz":50}})").field == "notsch");
  const Error nested = error_of(R"({"bandpass":{"low_hz":1,"high_hz":40,"taps":5}})");
  CHECK(nested.code == "RECIPE_UNKNOWN_KEY");
  CHECK(nested.field == "bandpass.taps");
  CHECK(error_of(R"({"epochs":{"by":"window","length_s":2,"tmin_s":0}})").field == "epochs.tmin_s");
  CHECK(error_of(R"({"notch":{"hz":50,"width":1}})").field == "notch.width");
}

TEST_CASE("Wrong types are rejected", "[signal]") {
  const auto code_of = [](std::string_view json) { return error_of(json).code; };
  CHECK(code_of(R"([])") == "RECIPE_TYPE");
  CHECK(code_of(R"({"notch":50})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"pick":"C3"})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"pick":[3]})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"resample_hz":"160"})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"bandpass":{"low_hz":"1","high_hz":40}})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"align":true})") == "RECIPE_TYPE");
  CHECK(code_of(R"({"epochs":{"by":"annotation","labels":["T1"],"tmax_s":1}})") == "RECIPE_TYPE");
}

TEST_CASE("Invalid values are rejected", "[signal]") {
  const auto field_of = [](std::string_view json) {
    const Error error = error_of(json);
    CHECK(error.code == "RECIPE_VALUE");
    return error.field;
  };
  CHECK(field_of(R"({"reference":"mastoids"})") == "reference");
  CHECK(field_of(R"({"pick":[]})") == "pick");
  CHECK(field_of(R"({"notch":{}})") == "notch.hz");
  CHECK(field_of(R"({"bandpass":{"low_hz":1}})") == "bandpass.high_hz");
  CHECK(field_of(R"({"bandpass":{"low_hz":1,"high_hz":40,"order":1.5}})") == "bandpass.order");
  CHECK(field_of(R"({"bandpass":{"low_hz":1,"high_hz":40,"mode":"zero"}})") == "bandpass.mode");
  CHECK(field_of(R"({"resample_hz":0})") == "resample_hz");
  CHECK(field_of(R"({"align":"riemann"})") == "align");
  CHECK(field_of(R"({"standardize":"minmax"})") == "standardize");
  CHECK(field_of(R"({"epochs":{}})") == "epochs.by");
  CHECK(field_of(R"({"epochs":{"by":"trial"}})") == "epochs.by");
  CHECK(field_of(R"({"epochs":{"by":"window"}})") == "epochs.length_s");
  CHECK(field_of(R"({"epochs":{"by":"window","length_s":2,"step_s":0}})") == "epochs.step_s");
  CHECK(field_of(R"({"epochs":{"by":"annotation","tmin_s":2,"tmax_s":1}})") == "epochs.tmax_s");
}

TEST_CASE("A recipe of another version is rejected", "[signal]") {
  CHECK(error_of(R"({"version":2})").code == "RECIPE_VERSION");
  CHECK(error_of(R"({"version":"1"})").code == "RECIPE_VERSION");
}

TEST_CASE("Invalid JSON is rejected", "[signal]") {
  CHECK(error_of("{").code == "JSON_SYNTAX");
  CHECK(error_of(R"({"notch":{"hz":50},"notch":{"hz":60}})").code == "JSON_DUPLICATE");
}

}  // namespace
}  // namespace eegate::recipe_test
