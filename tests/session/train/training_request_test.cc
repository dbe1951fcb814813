// What a page asks of a training, and what its recordings make of the model.
#include "session/train/training_request.h"

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "files/npy.h"
#include "session/train/training_recipe.h"
#include "session/train/training_session.h"
#include "support/field_values.h"

using namespace eegate;

namespace training_request_test {

namespace {

const std::string kConfig = R"("config":{"preset":"pre_ln","n_chans":2})";

}  // namespace

// A checkpoint is continued only by the run that it belongs to, which is told by to_json() of its options.
TEST_CASE("every option of a training identifies its run", "[session][train]") {
  const std::string config = R"({"config":{"preset":"pre_ln","n_chans":2,"n_times":64,"n_outputs":2})";
  const auto identity = [&](const std::string& options) {
    const auto request = read_page_request(config + ",\"options\":{" + options + "}}");
    INFO(options);
    REQUIRE(request.ok());
    const auto setup = completed_setup(request->setup, {});
    REQUIRE(setup.ok());
    auto start = read_training_start(std::as_bytes(std::span(*setup)), 0);
    REQUIRE(start.ok());
    start->new_weights = false;  // `tune` is for models that were trained
    start->contract.ch_names = {"C3", "C4"};
    start->contract.classes = {"left", "right"};
    const std::vector<std::size_t> counts = {3, 9};
    const auto complete = training_options(*start, request->training, counts);
    REQUIRE(complete.ok());
    return to_json(*complete);
  };
  const std::string plain = identity("");
  const auto check = [&](const FieldSpec& field, const std::string& before, const std::string& after) {
    bool differs = false;
    for (const std::string& value : test::values_of(field))
      differs |= identity(before + '"' + std::string(field.name) + "\":" + value + after) != plain;
    INFO(field.name);
    CHECK(differs);
  };
  const std::set<std::string_view> others = {"split", "validationShare", "date"};  // of the data and of the card
  for (const FieldSpec& field : training_option_fields()) {
    for (const FieldSpec& part : field.fields) check(part, R"("augment":{)", "}");
    if (field.type != FieldType::kObject && !others.contains(field.name)) check(field, "", "");
  }
}

TEST_CASE("the recipe of a model says what its recordings have in common", "[session][train]") {
  const auto recipe = [](const std::string& epochs) {
    auto parsed = training_recipe(R"({"version":1,"notch":{"hz":50},"pick":["C3"],"epochs":)" + epochs + "}");
    REQUIRE(parsed.ok());
    return std::move(parsed).value();
  };
  const auto shared = [](const std::vector<Recipe>& recipes) { return recipe_json(*shared_recipe(recipes)); };
  const std::string open_eyes = R"({"by":"window","length_s":2,"step_s":1,"label":"open"})";
  const std::string closed = R"({"by":"window","length_s":2,"step_s":1,"label":"closed"})";
  const std::string windows = shared({recipe(open_eyes), recipe(closed)});
  CHECK(windows.find("label") == std::string::npos);
  CHECK(windows.find("pick") == std::string::npos);
  const auto around = [](const std::string& labels) {
    return R"({"by":"annotation","labels":)" + labels + R"(,"tmin_s":0,"tmax_s":1})";
  };
  CHECK(shared({recipe(around(R"({"T1":"a"})")), recipe(around(R"({"T2":"b"})"))}).find(R"({"T1":"a","T2":"b"})") !=
        std::string::npos);
  CHECK(shared({recipe(around(R"({"T1":"a"})")), recipe(around(R"({"T1":"b"})"))}).find(R"("T1")") ==
        std::string::npos);
  Recipe other = recipe(closed);
  other.notch->hz = 60;
  CHECK(shared_recipe({recipe(open_eyes), other}).error().code == "TRAIN_RECIPE");
  CHECK(training_recipe(R"({"version":1,"standardize":"zscore"})").error().code == "RECIPE_VALUE");
}

TEST_CASE("requests are read strictly", "[session][train]") {
  const auto code = [](const std::string& text) {
    const auto session = TrainingSession::create(text, {});
    return session.ok() ? std::string() : std::string(session.error().code);
  };
  const auto option = [&](const std::string& text) { return code("{" + kConfig + R"(,"options":{)" + text + "}}"); };
  CHECK(
      option(R"("seed":3,"patience":0,"shuffle":false,"dropout":false,"optimizer":"sgd","date":"2026-01-01")").empty());
  CHECK(option(R"("epochs":0)") == "TRAIN_OPTION");
  CHECK(option(R"("epochs":1.5)") == "TRAIN_OPTION");
  CHECK(option(R"("batchSize":"64")") == "TRAIN_OPTION");
  CHECK(option(R"("learningRate":-1)") == "TRAIN_OPTION");
  CHECK(option(R"("shuffle":1)") == "TRAIN_OPTION");
  CHECK(option(R"("split":"random")") == "TRAIN_OPTION");
  CHECK(option(R"("validationShare":1)") == "TRAIN_OPTION");
  CHECK(option(R"("classWeights":"even")") == "TRAIN_OPTION");
  CHECK(option(R"("augment":{"mirror":true,"jitterS":0.5,"channelDropout":0.1})").empty());
  CHECK(option(R"("augment":{"jitterS":-1})") == "TRAIN_OPTION");
  CHECK(option(R"("augment":{"noise":1})") == "TRAIN_OPTION");
  CHECK(option(R"("learning_rate":1)") == "TRAIN_OPTION");
  CHECK(code("{}") == "TRAIN_START");
  CHECK(code("{") == "JSON_SYNTAX");
}

TEST_CASE("a preset is enough, and may be varied", "[session][train]") {
  const DataFacts facts{
      .ch_names = {"C3", "C4"}, .classes = {"a", "b", "c"}, .n_chans = 2, .n_times = 80, .sfreq = 128};
  const auto start_of = [&](const std::string& setup) {
    const auto text = completed_setup(setup, facts);
    REQUIRE(text.ok());
    auto start = read_training_start(std::as_bytes(std::span(text->data(), text->size())), 0);
    INFO((start.ok() ? std::string() : describe(start.error())));
    REQUIRE(start.ok());
    return std::move(start).value();
  };
  const TrainingStart plain = start_of(R"({"preset":"pre_ln"})");
  CHECK(plain.config.n_outputs == 3);
  CHECK(plain.contract.sfreq == 128);
  CHECK(plain.contract.ch_names == facts.ch_names);
  CHECK(plain.config.fields.choice("block") == "pre_ln");
  const TrainingStart varied =
      start_of(R"({"config":{"preset":"pre_ln","n_blocks":1,"n_heads":4},"classes":["x","y","z"],"sfreq":100})");
  CHECK(varied.config.fields.size("n_blocks") == 1);
  CHECK(varied.config.fields.size("key_dim") == 16);
  CHECK(varied.contract.classes == std::vector<std::string>{"x", "y", "z"});
  CHECK(varied.contract.sfreq == 100);
  CHECK(completed_setup(R"({"preset":"bert"})", facts).error().code == "MODEL_PRESET");
}

TEST_CASE("an array that has not the shape of epochs is told as such", "[train]") {
  const std::vector<float> values(8);
  const auto y = write_npy(std::span<const float>(values).first(2), std::vector<std::uint64_t>{2});
  for (const std::vector<std::uint64_t>& shape : {std::vector<std::uint64_t>{2, 4}, {2, 2, 2, 1}, {2, 4, 0}}) {
    const auto n = static_cast<std::size_t>(shape[1] == 4 && shape.size() == 3 ? 0 : 8);
    const auto facts = facts_of_arrays("{}", write_npy(std::span<const float>(values).first(n), shape), y);
    REQUIRE_FALSE(facts.ok());
    CHECK(facts.error().code == "NPY_SHAPE");
    CHECK(facts.error().expected == "[B, C, T]");
  }
  CHECK(facts_of_arrays("{}", write_npy(std::span<const float>(values), std::vector<std::uint64_t>{2, 2, 2}), y)
            ->n_chans == 2);
}

}  // namespace training_request_test
