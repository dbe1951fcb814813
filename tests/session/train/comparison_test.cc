// What works here: folds, order, paired differences and advice.
#include "session/train/comparison.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/json.h"
#include "session/train/training_session.h"

using namespace eegate;

namespace comparison_test {

namespace {

constexpr std::size_t kChans = 5, kTimes = 80;

// Noise whose strength at one channel tells the classes apart, or does not.
LabelledEpochs epochs_of(std::size_t n, double gain) {
  const Rng rng(10, "comparison of models");
  LabelledEpochs epochs;
  epochs.values.resize(n * kChans * kTimes);
  for (std::size_t i = 0; i < n; ++i) {
    epochs.set.targets.classes.push_back(static_cast<int>(rng.bits(i) >> 63));
    for (std::size_t k = 0; k < kChans * kTimes; ++k) {
      const bool strong = k / kTimes == static_cast<std::size_t>(epochs.set.targets.classes.back());
      epochs.values[i * kChans * kTimes + k] =
          static_cast<float>((strong ? gain : 1) * 10 * rng.normal(1000000 + i * kChans * kTimes + k));
    }
  }
  epochs.set.x = {epochs.values.data(), n, kChans, kTimes};
  return epochs;
}

// Windows of noise, cut `step` samples apart from one recording, whose labels change in the middle of the folds.
LabelledEpochs windows_of_noise(std::size_t step, std::uint64_t seed) {
  constexpr std::size_t kN = 40, kWide = 16, kLong = 200;
  const Rng rng(seed, "windows of noise");
  LabelledEpochs epochs;
  for (std::size_t i = 0; i < kN; ++i) {
    epochs.set.targets.classes.push_back(static_cast<int>((i + 4) / 8 % 2));
    for (std::size_t k = 0; k < kWide * kLong; ++k)
      epochs.values.push_back(static_cast<float>(10 * rng.normal(k / kLong * 10000 + i * step + k % kLong)));
  }
  epochs.set.x = {epochs.values.data(), kN, kWide, kLong};
  return epochs;
}

std::vector<std::int32_t> runs_of(std::size_t n, std::size_t length) {
  std::vector<std::int32_t> runs;
  for (std::size_t i = 0; i < n; ++i) runs.push_back(static_cast<std::int32_t>(i / length));
  return runs;
}

Comparison compared(const LabelledEpochs& epochs, const std::vector<std::int32_t>& groups,
                    const ComparisonRequest& request) {
  auto comparison = compare_models(epochs, groups, request);
  INFO((comparison.ok() ? std::string() : describe(comparison.error())));
  REQUIRE(comparison.ok());
  return std::move(comparison).value();
}

}  // namespace

TEST_CASE("A comparison judges every epoch by the other runs, the most accurate model first", "[session][compare]") {
  const LabelledEpochs epochs = epochs_of(60, 2);
  const Comparison comparison = compared(epochs, runs_of(60, 15), {.setup = R"({"config":{}})"});
  CHECK(comparison.n_folds == 4);
  CHECK(comparison.split == "4 subjects or runs, left out in 4 folds");
  REQUIRE(comparison.models.size() == 4);
  for (std::size_t i = 0; i < comparison.models.size(); ++i) {
    const ComparedModel& model = comparison.models[i];
    CHECK(model.metrics.n_trials == 60);
    CHECK(model.metrics.accuracy > 0.85);
    CHECK(std::abs(model.behind - (comparison.models[0].metrics.accuracy - model.metrics.accuracy)) < 1e-12);
    CHECK(model.behind_interval.low <= model.behind);
    CHECK(model.behind_interval.high >= model.behind);
    if (i > 0) CHECK(model.behind_interval.high > model.behind_interval.low);  // also where no epoch differs
    CHECK(model.behind >= 0);
  }
  CHECK(comparison.models[0].behind_interval.high == 0);
  CHECK(comparison.advice.starts_with("Use " + comparison.models[0].preset + " ("));
  const auto json = JsonDocument::parse(comparison_json(comparison));
  REQUIRE(json.ok());
  CHECK(json->root().get("models").size() == 4);
  CHECK(json->root().get("advice").string() == comparison.advice);
}

TEST_CASE("A comparison of noise says that nothing works, and takes stretches of time without runs",
          "[session][compare]") {
  const Comparison comparison =
      compared(epochs_of(50, 1), {}, {.setup = R"({"config":{}})", .presets = {"csp", "mdm"}});
  CHECK(comparison.n_folds == 5);
  CHECK(comparison.models.size() == 2);

  CHECK(comparison.advice.starts_with("No model is clearly above chance"));
}

TEST_CASE("A comparison finds nothing in noise of which windows overlap", "[session][compare]") {
  const auto accuracy = [](std::size_t step, bool is_known, std::string& split) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      ComparisonRequest request{.setup = R"({"config":{}})", .presets = {"csp", "tangent_space"}};
      if (is_known) request.places = places_in_rows(40, {}, 200.0 / static_cast<double>(step));
      const Comparison comparison = compared(windows_of_noise(step, seed), {}, request);
      for (const ComparedModel& model : comparison.models) sum += model.metrics.accuracy / 24;
      CHECK(comparison.warnings.empty() == is_known);
      if (!is_known) CHECK(comparison.warnings[0].code == "EPOCHS_UNTIMED");
      split = comparison.split;
    }
    return sum;
  };
  std::string split;
  CHECK(std::abs(accuracy(200, true, split) - 0.5) < 0.03);
  CHECK(split == "5 segments of time, each left out once");
  CHECK(std::abs(accuracy(25, true, split) - 0.5) < 0.03);
  CHECK(split == "5 segments of time, each left out once with the epochs that overlap it");
  CHECK(accuracy(25, false, split) > 0.55);
}

TEST_CASE("A comparison trains networks, too, and counts the time", "[session][compare]") {
  double now = 0;
  const Comparison comparison = compared(
      epochs_of(24, 3), runs_of(24, 12),
      {.setup = R"({"config":{}})", .presets = {"eegnet", "fitted"}, .n_epochs = 3, .clock = [&] { return now += 1; }});
  CHECK(comparison.models.size() == 5);
  for (const ComparedModel& model : comparison.models) {
    // A second for each call: one for each of the two fits of csp, one more for every step of a network.
    if (model.preset == "csp") CHECK(model.seconds == 2);
    if (model.preset == "eegnet") CHECK(model.seconds > 4);
  }
}

TEST_CASE("A comparison refuses folds that leave nothing to learn from, and models that there are not",
          "[session][compare]") {
  LabelledEpochs epochs = epochs_of(20, 1);
  for (std::size_t i = 0; i < 20; ++i) epochs.set.targets.classes[i] = i < 10 ? 0 : 1;
  const auto refused = compare_models(epochs, runs_of(20, 10), {.setup = R"({"config":{}})"});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "COMPARE_FOLDS");
  CHECK(refused.error().found == "0 epochs of class 0");
  const auto unknown = compare_models(epochs, {}, {.setup = R"({"config":{}})", .presets = {"forest"}});
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().code == "MODEL_PRESET");
}

// All pieces of one part.
ComparedPart worked(ModelComparison& comparison, std::size_t part, std::size_t& n_calls) {
  for (;; ++n_calls) {
    auto piece = comparison.work(part);
    INFO((piece.ok() ? std::string() : describe(piece.error())));
    REQUIRE(piece.ok());
    if (!piece->done) continue;
    ++n_calls;
    return std::move(*piece);
  }
}

TEST_CASE("A training session compares what it has loaded, as the command does with the same numbers",
          "[session][compare]") {
  const LabelledEpochs epochs = epochs_of(60, 1.3);
  const std::vector<std::int32_t> runs = runs_of(60, 15);
  const std::vector<std::int32_t> labels(epochs.set.targets.classes.begin(), epochs.set.targets.classes.end());
  auto made =
      TrainingSession::create(R"({"config":{"preset":"csp","n_chans":5},"options":{"split":"none","epochs":2}})", {});
  REQUIRE(made.ok());
  TrainingSession& session = **made;
  const auto early = session.begin_comparison({}, nullptr);
  REQUIRE_FALSE(early.ok());
  CHECK(early.error().code == "TRAIN_ORDER");
  REQUIRE(session.add_labels(labels, runs, kChans * kTimes).ok());
  const auto planned = session.plan();
  INFO((planned.ok() ? std::string() : describe(planned.error())));
  REQUIRE(planned.ok());
  CHECK(session.begin_comparison({}, nullptr).error().code == "TRAIN_SHAPE");
  CHECK(session.comparison().error().code == "TRAIN_ORDER");
  CHECK(session.describe_comparison().error().code == "TRAIN_ORDER");
  REQUIRE(session.add_epochs(epochs.values).ok());
  const std::vector<std::string> presets = {"csp", "mdm", "eegnet"};
  const auto begun = session.begin_comparison(presets, nullptr);
  INFO((begun.ok() ? std::string() : describe(begun.error())));
  REQUIRE(begun.ok());
  ModelComparison& comparison = **session.comparison();
  CHECK(comparison.n_parts() == 3 * 4);
  // A fold of both models of covariances, and every fold of the network.
  CHECK(comparison.units() == std::vector<std::uint32_t>{0, 2, 4, 6, 8, 9, 10, 11});
  CHECK(comparison.work(12).error().code == "TRAIN_OPTION");
  CHECK(comparison.take(0, {.done = true, .probabilities = {1}}).error().code == "TRAIN_OPTION");
  const std::vector<float> too_much(15 * 2, 2.0F), fine(15 * 2, 0.5F);
  CHECK(comparison.take(0, {.done = true, .probabilities = too_much}).error().code == "TRAIN_OPTION");
  CHECK(comparison.take(0, {.done = true, .probabilities = fine, .seconds = -1}).error().code == "TRAIN_OPTION");
  // In any order, and what is taken twice counts once. A model is finished when all its folds are taken.
  std::vector<std::size_t> n_missing(3, 4);
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t part = (i * 5 + 3) % 12;
    const auto n_finished = static_cast<std::size_t>(std::ranges::count(n_missing, 0U));
    CHECK(comparison.n_finished() == n_finished);
    const auto so_far = session.describe_comparison();
    CHECK(so_far.ok() == (n_finished > 0));
    if (so_far.ok()) {
      CHECK(JsonDocument::parse(*so_far)->root().get("models").size() == n_finished);
    } else {
      CHECK(so_far.error().code == "TRAIN_ORDER");
    }
    --n_missing[part < 8 ? part % 2 : 2];
    std::size_t n_calls = 0;
    const ComparedPart found = worked(comparison, part, n_calls);
    CHECK((n_calls > 2) == (part >= 8));  // a network learns step by step
    REQUIRE(comparison.take(part, found).ok());
    REQUIRE(comparison.take(part, found).ok());
  }
  const Comparison whole = compared(epochs, runs, {.setup = R"({"config":{}})", .presets = presets, .n_epochs = 2});
  CHECK(whole.split == "4 subjects or runs, left out in 4 folds");
  const auto told = session.describe_comparison();
  REQUIRE(told.ok());
  CHECK(*told == comparison_json(whole, Keys::kCamel));
}

TEST_CASE("A training session compares by stretches of time where each person has one class", "[session][compare]") {
  const LabelledEpochs epochs = epochs_of(40, 2);
  const std::vector<std::int32_t> labels(epochs.set.targets.classes.begin(), epochs.set.targets.classes.end());
  auto made = TrainingSession::create(R"({"config":{"preset":"csp","n_chans":5},"options":{"split":"none"}})", {});
  REQUIRE(made.ok());
  REQUIRE((*made)->add_labels(labels, labels, kChans * kTimes).ok());
  REQUIRE((*made)->plan().ok());
  REQUIRE((*made)->add_epochs(epochs.values).ok());
  const std::vector<std::string> presets = {"csp"};
  const auto begun = (*made)->begin_comparison(presets, nullptr);
  INFO((begun.ok() ? std::string() : describe(begun.error())));
  REQUIRE(begun.ok());
  ModelComparison& comparison = **(*made)->comparison();
  for (std::size_t part = 0; part < comparison.n_parts(); ++part) {
    std::size_t n_calls = 0;
    REQUIRE(comparison.take(part, worked(comparison, part, n_calls)).ok());
  }
  CHECK((*made)->describe_comparison()->find("5 segments of time, each left out once") != std::string::npos);
  CHECK((*made)->describe_comparison()->find("EPOCHS_UNTIMED") != std::string::npos);
}

}  // namespace comparison_test
