// A page trains an opened model further: every architecture begins with the weights of its file.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "session/fixtures.h"
#include "session/train/training_session.h"
#include "support/every_preset.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/save.h"
#include "train/shard.h"

using namespace eegate;

namespace further_training_test {

namespace {

constexpr std::size_t kTrials = 12, kClasses = 3;
constexpr std::uint64_t kSeedOfFile = 3;

ModelConfig config_of(std::string_view preset, Task task = Task::kClassify) {
  const auto [n_chans, n_times] = test::few_tokens(preset);
  auto config = preset_config(preset, n_chans, n_times, kClasses, task);
  REQUIRE(config.ok());
  test::make_narrow(*config);
  config->ch_names = test::electrodes(n_chans);
  return std::move(config).value();
}

std::vector<std::byte> file_of(const ModelConfig& config) {
  const ModelContract contract{.ch_names = config.ch_names, .sfreq = 160, .classes = {"left", "right", "rest"}};
  auto file = write_model(config, initial_weights(config, kSeedOfFile), contract, {});
  INFO((file.ok() ? std::string() : describe(file.error())));
  REQUIRE(file.ok());
  return std::move(file).value();
}

std::vector<std::int32_t> labels() {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < kTrials; ++i) labels.push_back(static_cast<std::int32_t>(i % kClasses));
  return labels;
}

// Mean cross-entropy of what the opened file predicts.
double loss_of_opened(const std::vector<std::byte>& file, ConstTensor3 x) {
  auto model = Model::load(file);
  REQUIRE(model.ok());
  std::vector<float> logits(kTrials * kClasses), probabilities(kClasses);
  REQUIRE(model->predict(x, {logits.data(), kTrials, kClasses}).ok());
  double sum = 0;
  for (std::size_t i = 0; i < kTrials; ++i) {
    model->probabilities(std::span(logits).subspan(i * kClasses, kClasses), probabilities);
    sum -= std::log(static_cast<double>(probabilities[i % kClasses]));
  }
  return sum / kTrials;
}

// Batch norms see the batch in training, and in prediction what they have seen before: the loss of weights with which
// they see the batch.
double loss_in_training(const ModelConfig& config, std::uint64_t seed, ConstTensor3 x) {
  TrainableModel model{config, initial_weights(config, seed), nullptr};
  REQUIRE(set_weights(model, model.weights.flat()).ok());
  TrainingSet set{x, {}};
  for (const std::int32_t label : labels()) set.targets.classes.push_back(label);
  PassMemory memory;
  Weights gradients = model.weights.zeros();
  const LossSum loss = add_gradients(model, x, set.targets, 0, kTrials, {.batch_statistics = true}, memory, gradients);
  return loss.loss / loss.weight;
}

struct FirstStep {
  double loss = 0;
  TrainingStart after;
};

// A pass of one step so small that nothing moves, from the opened file.
FirstStep first_step(const std::vector<std::byte>& file, const std::vector<float>& x) {
  const std::string request = R"({"options":{"epochs":1,"batchSize":12,"learningRate":1e-12,"split":"none",)"
                              R"("dropout":false,"optimizer":"adam","seed":8}})";
  auto made = TrainingSession::create(request, file);
  REQUIRE(made.ok());
  TrainingSession& session = **made;
  REQUIRE(session.add_labels(labels(), {}, x.size() / kTrials).ok());
  const auto plan = session.plan();
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  REQUIRE(session.add_epochs(x).ok());
  REQUIRE(session.begin().ok());
  double loss = -1;
  for (TrainAdvance out; out.stage != TrainStage::kEnd;) {
    auto next = session.advance(session.position(), 0, 1, false);
    REQUIRE(next.ok());
    out = std::move(next).value();
    if (out.step) loss = out.step->loss;
  }
  const auto written = session.model_file(session.position());
  REQUIRE(written.ok());
  auto after = read_training_start(*written, 0);
  REQUIRE(after.ok());
  return {loss, std::move(after).value()};
}

}  // namespace

TEST_CASE("every preset is trained further from the weights of its file", "[session][train]") {
  for (const std::string_view preset : preset_names()) {
    DYNAMIC_SECTION(preset) {
      const ModelConfig config = config_of(preset);
      const std::vector<std::byte> file = file_of(config);
      const std::vector<float> values =
          test::random_values(kTrials * config.n_chans * config.n_times, preset, preset == "seed001" ? 1.0 : 30.0);
      const ConstTensor3 x(values.data(), kTrials, config.n_chans, config.n_times);
      const FirstStep step = first_step(file, values);
      const bool sees_batch = has_batch_norm(step.after.weights);
      const double expected = sees_batch ? loss_in_training(config, kSeedOfFile, x) : loss_of_opened(file, x);
      CHECK_THAT(step.loss, Catch::Matchers::WithinRel(expected, 1e-5));
      CHECK(std::abs(step.loss - loss_in_training(config, kSeedOfFile + 1, x)) >
            1e-4 * expected);  // others give another
      CHECK(step.after.contract.classes == std::vector<std::string>{"left", "right", "rest"});
      CHECK(step.after.contract.ch_names == config.ch_names);
      CHECK(step.after.config.to_json() == config.to_json());
    }
  }
}

TEST_CASE("windows of another length do not train an opened model further, and hear which do", "[session][train]") {
  const ModelConfig config = config_of("cram");
  const std::vector<std::byte> file = file_of(config);
  auto session = TrainingSession::create(R"({"options":{"epochs":1}})", file);
  REQUIRE(session.ok());
  REQUIRE((*session)->add_labels(labels(), {}, config.n_chans * (config.n_times + 3)).ok());
  const auto plan = (*session)->plan();
  REQUIRE_FALSE(plan.ok());
  CHECK(std::string(plan.error().code) == "MODEL_TIMES");
  CHECK(plan.error().found == std::to_string(config.n_times + 3));
  CHECK(plan.error().expected == std::to_string(config.n_times));
  CHECK(plan.error().hint == "Cut epochs of this size.");
}

TEST_CASE("a regression is not trained further by labels, and says so", "[session][train]") {
  const ModelConfig config = config_of("eegnet", Task::kRegress);
  const std::vector<std::byte> file = file_of(config);
  auto session = TrainingSession::create(R"({"options":{"epochs":1}})", file);
  REQUIRE(session.ok());
  REQUIRE((*session)->add_labels(labels(), {}, config.n_chans * config.n_times).ok());
  const auto plan = (*session)->plan();
  REQUIRE_FALSE(plan.ok());
  CHECK(std::string(plan.error().code) == "TRAIN_TASK");
  CHECK(plan.error().found == "regress");
  CHECK_FALSE(plan.error().hint.empty());
}

}  // namespace further_training_test
