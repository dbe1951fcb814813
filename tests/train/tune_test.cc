// Fine-tuning of parts of a model: trained tensors change as in full training, the others not at all.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "model/architecture.h"
#include "session/train/training_run.h"
#include "support/every_preset.h"
#include "train/trainer_cases.h"

using namespace eegate;
using namespace eegate::test::trainers;

namespace tune_test {

namespace {

ModelConfig config_of(std::string_view preset) {
  const auto [n_chans, n_times] = test::few_tokens(preset);
  auto config = preset_config(preset, n_chans, n_times, 3, Task::kClassify);
  REQUIRE(config.ok());
  test::make_narrow(*config);
  config->ch_names = test::electrodes(n_chans);
  return std::move(config).value();
}

// Weights after n steps of gradient descent without dropout.
Weights after_steps(const Noise& noise, Tune tune, std::size_t n_steps, double* gradient_norm = nullptr) {
  TrainOptions options = default_options(noise.config, OptimizerKind::kSgd, false);
  options.optimizer.tune = tune;
  options.optimizer.clip_norm = 0;
  options.schedule.peak = 1e-3;
  options.dropout = false;
  options.batch_size = noise.n_trials;
  options.n_epochs = n_steps;
  auto trainer = Trainer::create(noise.config, initial_weights(noise.config, 3), noise.all(), {}, std::move(options));
  INFO((trainer.ok() ? std::string() : describe(trainer.error())));
  REQUIRE(trainer.ok());
  for (std::size_t i = 0; i < n_steps; ++i) {
    const auto record = trainer->step();
    INFO((record.ok() ? std::string() : describe(record.error())));
    REQUIRE(record.ok());
    if (gradient_norm != nullptr) *gradient_norm = record->gradient_norm;
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  return trainer->weights();
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// By the names of tensors; the code under test uses their roles.
TensorRole role_by_name(std::string_view name) {
  if (name == "head.weight" || name == "head.bias") return TensorRole::kHead;
  constexpr std::string_view kNorms[] = {"norm", "bn", "running_"};
  const bool is_norm =
      std::ranges::any_of(kNorms, [name](std::string_view part) { return name.find(part) != std::string_view::npos; });
  return is_norm ? TensorRole::kNorm : TensorRole::kBody;
}

}  // namespace

TEST_CASE("every tensor of every preset is of the part that it belongs to", "[train][tune]") {
  for (const std::string_view preset : preset_names()) {
    const ModelConfig config = config_of(preset);
    for (const TensorSpec& spec : find_architecture(config.architecture)->tensors(config)) {
      INFO(preset << ": " << spec.name);
      CHECK(spec.role == role_by_name(spec.name));
    }
  }
}

TEST_CASE("what does not learn keeps its bits, what learns moves", "[train][tune]") {
  for (const std::string_view preset : preset_names()) {
    const Noise noise(config_of(preset), 6);
    const Weights first = initial_weights(noise.config, 3);
    for (const Tune tune : {Tune::kHead, Tune::kNorms}) {
      DYNAMIC_SECTION(preset << ", " << kTunes.name_of(tune)) {
        const auto learns = [&](const TensorSpec& spec) { return spec.is_parameter && is_tuned(spec, tune); };
        if (!std::ranges::any_of(first.specs(), learns)) {
          TrainOptions options = default_options(noise.config, OptimizerKind::kAdamW, false);
          options.optimizer.tune = tune;
          const auto refused = check_options(options, noise.config);
          REQUIRE_FALSE(refused.ok());
          CHECK(std::string(refused.error().code) == "TRAIN_OPTION");
          CHECK(refused.error().field == "tune");
          continue;
        }
        const Weights last = after_steps(noise, tune, 2);
        bool has_moved = false;
        for (std::size_t i = 0; i < first.specs().size(); ++i) {
          INFO(first.specs()[i].name);
          const bool is_same = same_bits(first.values(i), last.values(i));
          if (!is_tuned(first.specs()[i], tune)) CHECK(is_same);
          has_moved = has_moved || (!is_same && learns(first.specs()[i]));
        }
        CHECK(has_moved);
      }
    }
  }
}

TEST_CASE("the part that learns takes the same first step as when all learn", "[train][tune]") {
  for (const std::string_view preset : preset_names()) {
    const Noise noise(config_of(preset), 6);
    const Weights first = initial_weights(noise.config, 3);
    if (has_batch_norm(first)) continue;  // batch norms use other statistics then
    DYNAMIC_SECTION(preset) {
      double norm_of_all = 0, norm = 0;
      const Weights all = after_steps(noise, Tune::kAll, 1, &norm_of_all);
      const Weights head = after_steps(noise, Tune::kHead, 1, &norm);
      CHECK(norm < norm_of_all);
      CHECK(norm > 0);
      for (std::size_t i = 0; i < first.specs().size(); ++i) {
        if (is_tuned(first.specs()[i], Tune::kHead)) CHECK(same_bits(all.values(i), head.values(i)));
      }
    }
  }
}

TEST_CASE("norms alone learn with the statistics of the batch, a head alone with those of the file", "[train][tune]") {
  const Noise noise(config_of("eegnet"), 6);
  const Weights first = initial_weights(noise.config, 3);
  const Weights norms = after_steps(noise, Tune::kNorms, 1), head = after_steps(noise, Tune::kHead, 1);
  std::size_t n_statistics = 0;
  for (std::size_t i = 0; i < first.specs().size(); ++i) {
    if (first.specs()[i].is_parameter) continue;
    ++n_statistics;
    CHECK_FALSE(same_bits(first.values(i), norms.values(i)));
    CHECK(same_bits(first.values(i), head.values(i)));
  }
  CHECK(n_statistics > 0);
}

TEST_CASE("new weights have no part that could stay", "[train][tune]") {
  const ModelConfig config = small_config();
  const TrainingStart start{.config = config,
                            .weights = initial_weights(config, 1),
                            .contract = {},
                            .card_json = {},
                            .new_weights = true,
                            .warnings = {}};
  const auto refused = training_options(start, {.tune = Tune::kHead});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().field == "tune");
  const auto options = training_options(
      {.config = config, .weights = initial_weights(config, 1), .contract = {}, .card_json = {}, .warnings = {}},
      {.tune = Tune::kHead});
  REQUIRE(options.ok());
  CHECK(to_json(*options).find(R"("tune":"head")") != std::string::npos);
}

}  // namespace tune_test
