// Fine-tuning measured against not doing it: kept where it pays, told either way.
#include "session/train/tuning.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/json.h"
#include "session/train/training_session.h"
#include "support/model_bytes.h"
#include "train/init.h"
#include "train/save.h"

using namespace eegate;
using Catch::Matchers::WithinAbs;

namespace tuning_test {

namespace {

constexpr std::size_t kChans = 3, kTimes = 64, kTrials = 60;

// Noise whose strength at one of two channels tells the class; `swapped`: at the other one.
LabelledEpochs epochs_of(double gain, bool swapped) {
  const Rng rng(10, swapped ? "epochs of another person" : "epochs of tuning");
  LabelledEpochs epochs;
  epochs.values.resize(kTrials * kChans * kTimes);
  for (std::size_t i = 0; i < kTrials; ++i) {
    const std::size_t label = i % 2;
    epochs.set.targets.classes.push_back(static_cast<int>(label));
    for (std::size_t k = 0; k < kChans * kTimes; ++k) {
      const bool strong = k / kTimes == (swapped ? 1 - label : label);
      epochs.values[i * kChans * kTimes + k] =
          static_cast<float>((strong ? gain : 1) * 10 * rng.normal(i * kChans * kTimes + k));
    }
  }
  epochs.set.x = {epochs.values.data(), kTrials, kChans, kTimes};
  return epochs;
}

// A model that has learnt the epochs that are not swapped.
std::vector<std::byte> model_file() {
  const ModelConfig config = test::config_from(
      R"({"architecture":"band_power","n_chans":3,"n_times":64,"n_outputs":2,"sfreq":160,"standardize":"none"})");
  TrainingStart start{.config = config,
                      .weights = initial_weights(config, 1),
                      .contract = {},
                      .card_json = {},
                      .new_weights = true,
                      .warnings = {}};
  start.contract = {.ch_names = {"C3", "Cz", "C4"}, .sfreq = 160, .classes = {"left", "right"}};
  TrainingSets sets;
  sets.train = epochs_of(2, false);
  const auto options = training_options(start, {.n_epochs = 40, .batch_size = 20, .learning_rate = 0.02});
  REQUIRE(options.ok());
  auto trainer = start_training(start, sets, *options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  auto file = trained_model(*trainer, start, sets);
  REQUIRE(file.ok());
  return std::move(file).value();
}

TrainingStart start() {
  auto read = read_training_start(model_file(), 0);
  REQUIRE(read.ok());
  return std::move(read).value();
}

Comparison compared(const LabelledEpochs& epochs, std::vector<std::string> ways, std::size_t n_epochs) {
  auto comparison = compare_models(
      epochs, {}, {.presets = std::move(ways), .tuned = start(), .n_epochs = n_epochs, .learning_rate = 0.02});
  INFO((comparison.ok() ? std::string() : describe(comparison.error())));
  REQUIRE(comparison.ok());
  return std::move(comparison).value();
}

const ComparedModel& named(const Comparison& comparison, std::string_view name) {
  for (const ComparedModel& model : comparison.models) {
    if (model.preset == name) return model;
  }
  FAIL("no model " << name);
  return comparison.models.front();
}

}  // namespace

TEST_CASE("training further is kept for a person whom the model gets wrong", "[session][tune]") {
  const Comparison comparison = compared(epochs_of(3, true), {"all", "head"}, 60);
  REQUIRE(comparison.models.size() == 3);
  const ComparedModel &before = named(comparison, "as_is"), &after = named(comparison, comparison.kept);
  CHECK(before.metrics.accuracy < 0.3);
  CHECK(before.gain == 0);
  CHECK(comparison.kept != kAsItIs);
  CHECK(after.metrics.accuracy > 0.7);
  CHECK_THAT(after.gain, WithinAbs(after.metrics.accuracy - before.metrics.accuracy, 1e-12));
  CHECK(after.gain_interval.low > 0);
  CHECK(comparison.advice.find("Used:") != std::string::npos);
  const auto json = JsonDocument::parse(comparison_json(comparison));
  REQUIRE(json.ok());
  CHECK(json->root().get("kept").string() == comparison.kept);
  CHECK(json->root().get("models").elements()[0].get("gain").number() > 0);
}

TEST_CASE("training further is not kept where nothing is to be gained, and that is told", "[session][tune]") {
  const Comparison comparison = compared(epochs_of(3, false), {}, 2);
  CHECK(comparison.models.size() == 4);  // as it is, all, head, norms
  CHECK(named(comparison, "as_is").metrics.accuracy > 0.75);
  CHECK(comparison.kept == kAsItIs);
  CHECK(comparison.advice.find("Not used") != std::string::npos);
}

TEST_CASE("the gain has the interval of Bonett and Price", "[session][tune]") {
  // 20 windows: 5 won, 1 lost, 10 right by both, 4 by none.
  std::vector<int> labels(20, 1), before(20, 1), after(20, 1);
  for (const int i : {0, 1, 2, 3, 4, 16, 17, 18, 19}) before[static_cast<std::size_t>(i)] = 0;
  for (const int i : {5, 16, 17, 18, 19}) after[static_cast<std::size_t>(i)] = 0;
  ComparedModel model{.preset = "head"};
  measure_gain(model, before, after, labels, 1);
  CHECK_THAT(model.gain, WithinAbs(0.2, 1e-12));
  // a = 2/22, b = 6/22: 4/22 +- 1.959964 sqrt((8/22 - 16/484) / 22)
  CHECK_THAT(model.gain_interval.low,
             WithinAbs(4.0 / 22 - 1.959963984540054 * std::sqrt((8.0 / 22 - 16.0 / 484) / 22), 1e-12));
  CHECK_THAT(model.gain_interval.high,
             WithinAbs(4.0 / 22 + 1.959963984540054 * std::sqrt((8.0 / 22 - 16.0 / 484) / 22), 1e-12));
  const Interval one = model.gain_interval;
  measure_gain(model, before, after, labels, 3);
  CHECK_THAT((model.gain_interval.high - model.gain_interval.low) / (one.high - one.low),
             WithinAbs(2.393980 / 1.959964, 1e-6));
}

TEST_CASE("what cannot be trained further is refused by name", "[session][tune]") {
  const LabelledEpochs epochs = epochs_of(3, true);
  const TrainingStart model = start();
  const auto refused = [&](const TrainingStart& tuned, std::vector<std::string> ways, const char* field) {
    const auto comparison = compare_models(epochs, {}, {.presets = std::move(ways), .tuned = tuned});
    REQUIRE_FALSE(comparison.ok());
    CHECK(comparison.error().field == field);
    return std::string(comparison.error().code);
  };
  CHECK(refused(model, {"tail"}, "tune") == "TRAIN_OPTION");
  LabelledEpochs longer;
  longer.values.resize(kTrials * kChans * (kTimes + 1));
  longer.set = {{longer.values.data(), kTrials, kChans, kTimes + 1}, epochs.set.targets};
  const auto times = compare_models(longer, {}, {.presets = {}, .tuned = model});
  REQUIRE_FALSE(times.ok());
  CHECK(std::string(times.error().code) == "MODEL_TIMES");
}

TEST_CASE("a session that trains a model further compares the ways to do so", "[session][tune]") {
  const LabelledEpochs epochs = epochs_of(3, true);
  const std::vector<std::int32_t> labels(epochs.set.targets.classes.begin(), epochs.set.targets.classes.end());
  auto session =
      TrainingSession::create(R"({"options":{"epochs":60,"learningRate":0.02,"split":"none"}})", model_file());
  REQUIRE(session.ok());
  REQUIRE((*session)->add_labels(labels, {}, kChans * kTimes).ok());
  REQUIRE((*session)->plan().ok());
  REQUIRE((*session)->add_epochs(epochs.values).ok());
  const std::vector<std::string> ways = {"head"};
  const auto begun = (*session)->begin_comparison(ways, nullptr);
  INFO((begun.ok() ? std::string() : describe(begun.error())));
  REQUIRE(begun.ok());
  const auto comparison = (*session)->comparison();
  for (std::size_t part = 0; part < (*comparison)->n_parts(); ++part) {
    CHECK((*comparison)->n_finished() == 0);  // both ways together, at the end
    ComparedPart found;
    while (!found.done) {
      auto next = (*comparison)->work(part);
      REQUIRE(next.ok());
      found = std::move(next).value();
    }
    REQUIRE((*comparison)->take(part, found).ok());
  }
  CHECK((*comparison)->n_finished() == 2);
  const auto told = JsonDocument::parse(*(*session)->describe_comparison());
  REQUIRE(told.ok());
  CHECK(told->root().get("kept").string() == "head");
}

}  // namespace tuning_test
