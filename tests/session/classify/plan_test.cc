// Plans: which epochs there are, what the model is given, what an override does.
#include "session/classify/plan.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "session/fixtures.h"
#include "support/reference_data.h"

using namespace eegate;
using namespace eegate::test;
using Catch::Matchers::WithinAbs;

namespace session_plan_test {

namespace {

FixtureRecording fitting() { return {.channels = channels_named({"Fc5.", "C3..", "Cz..", "C4.."})}; }

Plan planned(const FixtureModel& model, const FixtureRecording& recording, const Recipe* given = nullptr,
             bool override = false) {
  auto plan = Plan::make(open(model), open(recording), given, override);
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  return std::move(plan).value();
}

std::vector<float> classified(Plan& plan) {
  std::vector<float> probabilities(plan.epochs().size() * plan.n_classes());
  REQUIRE(plan.classify(0, plan.epochs().size(), probabilities).ok());
  return probabilities;
}

std::vector<float> first_input(Plan& plan) {
  std::vector<float> input(plan.model().model.config().n_chans * plan.prepared().n_times, 7.0F);  // nothing of it stays
  REQUIRE(plan.inputs(0, 1, input).ok());
  return input;
}

}  // namespace

TEST_CASE("a plan cuts the windows of the model's recipe", "[session]") {
  Plan plan = planned({}, fitting());
  REQUIRE(plan.epochs().size() == 5);
  CHECK(plan.epochs()[1].onset_s == 2);
  CHECK(plan.epochs()[1].duration_s == 2);
  CHECK(plan.prepared().n_times == 320);
  CHECK_FALSE(plan.overridden());
}

TEST_CASE("probabilities of an epoch add up to one, and the label is the largest", "[session]") {
  Plan plan = planned({}, fitting());
  const auto probabilities = classified(plan);
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const auto row = std::span<const float>(probabilities).subspan(2 * i, 2);
    CHECK_THAT(row[0] + row[1], WithinAbs(1.0, 1e-6));
    CHECK(plan.label_of(row) == (row[1] > row[0] ? "eyes closed" : "eyes open"));
  }
}

TEST_CASE("epochs may be classified one by one, in any order", "[session]") {
  Plan plan = planned({}, fitting());
  const auto all = classified(plan);
  for (const std::size_t i : {4u, 0u, 2u}) {
    std::array<float, 2> one{};
    REQUIRE(plan.classify(i, 1, one).ok());
    CHECK_THAT(one[0], WithinAbs(static_cast<double>(all[2 * i]), 1e-6));
  }
  std::array<float, 2> beyond{};
  CHECK(plan.classify(5, 1, beyond).error().code == "PLAN_RANGE");
  std::array<float, 10> five{};
  CHECK(plan.classify(1, 5, five).error().code == "PLAN_RANGE");
  CHECK(plan.classify(0, 5, five).ok());
}

TEST_CASE("epochs of several batches are classified as they are one by one", "[session]") {
  FixtureModel model{.recipe = R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":0.0625}})"};
  for (int i = 3; i < 64; ++i) model.ch_names.push_back("E" + std::to_string(i));
  Plan plan = planned(model, {.channels = channels_named(model.ch_names)});
  const std::size_t n = plan.epochs().size();
  REQUIRE(n == 129);  // 64 channels of 320 samples: 102 make a batch
  const auto all = classified(plan);
  for (const std::size_t i : {0u, 101u, 102u, 128u}) {
    std::array<float, 2> one{};
    REQUIRE(plan.classify(i, 1, one).ok());
    CHECK_THAT(one[0], WithinAbs(static_cast<double>(all[2 * i]), 1e-6));
  }
  CHECK(all[0] != all[2 * 102]);
}

TEST_CASE("a binary model answers two probabilities, a regression its values and no label", "[session]") {
  FixtureModel binary;
  binary.task = "binary";
  Plan two = planned(binary, fitting());
  const auto probabilities = classified(two);
  REQUIRE(probabilities.size() == 10);
  CHECK_THAT(probabilities[0] + probabilities[1], WithinAbs(1.0, 1e-6));

  FixtureModel regress;
  regress.task = "regress";
  Plan values = planned(regress, fitting());
  CHECK(values.label_of(classified(values)) == "");
}

TEST_CASE("the input has the model's channels in the model's order", "[session]") {
  FixtureModel turned;
  turned.ch_names = {"C4", "C3", "Cz"};
  Plan plain = planned({}, fitting()), other = planned(turned, fitting());
  const auto a = first_input(plain), b = first_input(other);
  const std::size_t n = plain.prepared().n_times;
  CHECK(std::equal(a.begin(), a.begin() + 320, b.begin() + 320));
  CHECK(std::equal(a.begin() + static_cast<std::ptrdiff_t>(2 * n), a.end(), b.begin()));
}

TEST_CASE("a pick with more channels than the model's is narrowed to them", "[session]") {
  const auto recipe =
      parse_recipe(R"({"version":1,"pick":["C4","Fc5","Cz","C3"],"epochs":{"by":"window","length_s":2,"step_s":2}})");
  const auto plain = parse_recipe(R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(recipe.ok());
  REQUIRE(plain.ok());
  Plan picked = planned({}, fitting(), &*recipe), direct = planned({}, fitting(), &*plain);
  CHECK(picked.prepared().n_chans() == 4);
  CHECK(first_input(picked) == first_input(direct));
}

TEST_CASE("a recording at another rate is resampled to the model's", "[session]") {
  FixtureRecording recording = fitting();
  for (auto& channel : recording.channels) channel.sfreq = 128;
  Plan plan = planned({}, recording);
  CHECK(plan.prepared().sfreq == 160);
  CHECK(plan.prepared().n_times == 320);
  CHECK(plan.recipe().resample_hz == 160);
  CHECK_FALSE(plan.overridden());
}

TEST_CASE("a pair that does not fit is refused", "[session]") {
  FixtureRecording recording{.channels = channels_named({"C3", "C4"})};
  const auto plan = Plan::make(open(FixtureModel{}), open(recording), nullptr, false);
  REQUIRE_FALSE(plan.ok());
  CHECK(plan.error().code == "FIT_INCOMPATIBLE");
  CHECK(plan.error().message.find("missing: Cz") != std::string::npos);
}

TEST_CASE("an override fills missing channels with zeros and marks the plan", "[session]") {
  FixtureRecording recording{.channels = channels_named({"C3", "C4"})};
  Plan plan = planned({}, recording, nullptr, true);
  CHECK(plan.overridden());
  const auto input = first_input(plan);
  CHECK(std::all_of(input.begin() + 320, input.begin() + 640, [](float v) { return v == 0; }));
  CHECK(std::any_of(input.begin(), input.begin() + 320, [](float v) { return v != 0; }));
}

TEST_CASE("an override does not mark a pair that fits", "[session]") {
  CHECK_FALSE(planned({}, fitting(), nullptr, true).overridden());
}

TEST_CASE("an override cannot do what cannot be done", "[session]") {
  FixtureRecording nothing{.channels = channels_named({"ECG"})};
  CHECK(Plan::make(open(FixtureModel{}), open(nothing), nullptr, true).error().code == "FIT_INCOMPATIBLE");
  FixtureRecording brief = fitting();
  brief.n_records = 1;
  CHECK_FALSE(Plan::make(open(FixtureModel{}), open(brief), nullptr, true).ok());
  FixtureModel events;
  events.recipe = R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open"},"tmin_s":0,"tmax_s":2}})";
  CHECK(Plan::make(open(events), open(fitting()), nullptr, true).error().code == "PLAN_NO_EPOCHS");
}

TEST_CASE("epochs do not cross the gaps of a recording", "[session]") {
  FixtureRecording recording = fitting();
  recording.n_records = 6;
  recording.record_starts_s = {0, 1, 2, 10, 11, 12};
  Plan plan = planned({}, recording);
  REQUIRE(plan.epochs().size() == 2);
  CHECK(plan.epochs()[1].onset_s == 10);
}

TEST_CASE("the windows of real recordings are the reference's", "[session][data]") {
  EEGATE_DATA_OR_SKIP(data);
  EEGATE_GOLDEN_OR_SKIP(golden);
  const auto list = JsonDocument::parse(read_text(golden / "signal/epochs.json"));
  REQUIRE(list.ok());
  const auto recipe = parse_recipe(
      R"({"version":1,"bandpass":{"low_hz":0.5,"high_hz":55},"epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(recipe.ok());
  FixtureModel model;
  model.ch_names = {"Oz"};
  std::size_t n_files = 0;
  for (const JsonValue& file : list->root().get("files").elements()) {
    const std::filesystem::path path = data / std::string(file.get("file").string());
    if (file.get("windows_320").absent() || !std::filesystem::exists(path) || n_files == 4) continue;
    CAPTURE(path.string());
    auto opened = open_recording(std::make_shared<MemorySource>(read_bytes(path)), path.filename().string());
    REQUIRE(opened.ok());
    auto plan = Plan::make(open(model), std::make_shared<OpenRecording>(std::move(opened).value()), &*recipe, false);
    REQUIRE(plan.ok());
    CHECK(plan->epochs().size() == static_cast<std::size_t>(file.get("windows_320").number()));
    for (const JsonValue& window : file.get("first_windows").elements()) {
      std::vector<float> oz(320);
      REQUIRE(plan->inputs(static_cast<std::size_t>(window.get("start").number()) / 320, 1, oz).ok());
      CHECK_THAT(oz[0], WithinAbs(window.get("oz").at(0).number(), 1e-3));
    }
    ++n_files;
  }
  CHECK(n_files > 0);
}

TEST_CASE("the bundled model tells closed eyes from open ones in a real recording", "[session][data]") {
  EEGATE_DATA_OR_SKIP(data);
  const std::filesystem::path file = test::test_data() / "../../web/page/public/models/eyes.safetensors";
  if (!std::filesystem::exists(file)) SKIP("the bundled model is not there");
  for (const auto& [name, expected] : {std::pair("S001R01.edf", "eyes open"), {"S001R02.edf", "eyes closed"}}) {
    CAPTURE(name);
    auto model = open_model(read_bytes(file), "eyes.safetensors");
    auto recording = open_recording(std::make_shared<MemorySource>(read_bytes(data / "eegmmidb/S001" / name)), name);
    REQUIRE(model.ok());
    REQUIRE(recording.ok());
    auto plan = Plan::make(std::make_shared<OpenModel>(std::move(model).value()),
                           std::make_shared<OpenRecording>(std::move(recording).value()), nullptr, false);
    REQUIRE(plan.ok());
    CHECK(plan->compatibility().verdict() == Verdict::kOk);
    const auto probabilities = classified(*plan);
    std::size_t n_right = 0;
    for (std::size_t i = 0; i < plan->epochs().size(); ++i) {
      n_right += plan->label_of(std::span(probabilities).subspan(2 * i, 2)) == expected ? 1 : 0;
    }
    CHECK(n_right * 10 >= plan->epochs().size() * 9);
  }
}

}  // namespace session_plan_test
