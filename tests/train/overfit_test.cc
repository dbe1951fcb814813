// Every preset that can be trained must be able to overfit 64 random labels.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "model/config.h"
#include "support/every_preset.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/metrics.h"
#include "train/trainer.h"

using namespace eegate;

namespace overfit_test {

namespace {

double training_accuracy(const TrainableModel& model, const TrainingSet& set) {
  PassMemory memory;
  std::vector<std::uint32_t> trials;
  for (std::uint32_t i = 0; i < set.x.d0; ++i) trials.push_back(i);
  const std::vector<float> logits = infer(model, set, trials, memory);
  const std::vector<float> probabilities = class_probabilities(Task::kClassify, {logits.data(), set.x.d0, 2});
  return classification_metrics({probabilities.data(), set.x.d0, 2}, set.targets.classes).accuracy;
}

struct Learning {
  OptimizerKind optimizer = OptimizerKind::kAdam;
  std::size_t batch_size = 16;
};

// Training epochs until every label is predicted, 0 if 150 are not enough.
std::size_t epochs_to_learn(const ModelConfig& config, double scale_uv, const Learning& learning = {}) {
  const std::vector<float> x = eegate::test::random_values(64 * config.n_chans * config.n_times, "overfit", scale_uv);
  TrainingSet set{{x.data(), 64, config.n_chans, config.n_times}, {}};
  const Rng rng(2, "labels");
  for (std::uint64_t i = 0; i < 64; ++i) set.targets.classes.push_back(static_cast<int>(rng.bits(i) % 2));
  TrainOptions options = default_options(config, learning.optimizer, true);
  options.schedule.peak = 2e-3;
  options.n_epochs = 150;
  options.batch_size = learning.batch_size;
  options.dropout = false;
  auto trainer = Trainer::create(config, initial_weights(config, 1), set, {}, options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (!trainer->at_epoch_end()) continue;
    const EpochRecord record = trainer->finish_epoch();
    const bool may_be_all = record.train_loss < 0.2;  // the evaluation costs a third of an epoch
    if (may_be_all && training_accuracy(trainer->model(), set) == 1) return trainer->epochs().size();
  }
  return 0;
}

}  // namespace

// With the widths that the presets have, where there is time for it; mesh_cascade with fewer.
TEST_CASE("every preset learns 64 random labels by heart", "[train][heavy]") {
  for (const std::string_view preset : preset_names()) {
    if (preset == "mesh_cascade_small") continue;  // mesh_cascade has the same layers
    const auto [n_chans, n_times] = test::few_tokens(preset);
    auto config = preset_config(preset, n_chans, n_times, 2);
    REQUIRE(config.ok());
    if (!test::kEveryPreset || preset == "mesh_cascade") test::make_narrow(*config);
    config->ch_names = test::electrodes(n_chans);
    DYNAMIC_SECTION(preset) { CHECK(epochs_to_learn(*config, preset == "seed001" ? 1.0 : 30.0, {}) > 0); }
  }
}

// Takes minutes, for `npm test -- slow`: 32 million weights, and millions of operations for each sample of the mesh.
// One segment of many electrodes, with a warm-up.
TEST_CASE("mesh_cascade with its published widths learns 64 random labels by heart", "[.slow]") {
  for (const char* preset : {"mesh_cascade", "mesh_cascade_small"}) {
    DYNAMIC_SECTION(preset) {
      auto config = preset_config(preset, 32, 10, 2);
      REQUIRE(config.ok());
      config->ch_names = test::electrodes(32);
      CHECK(epochs_to_learn(*config, 30, {OptimizerKind::kAdamW, 8}) > 0);
    }
  }
}

TEST_CASE("relative positions, batch norm and masked windows learn 64 random labels by heart", "[train]") {
  for (const char* fields : {R"("position":{"kind":"rel_shaw","max_distance":4,"values":true})",
                             R"("position":{"kind":"rel_shaw","per_head":true},"block":"post_ln")",
                             R"("position":{"kind":"rel_bias","alpha":2,"beta":4,"gamma":8},"cls":true,"pool":"cls")",
                             R"("norm":"batch","block":"pre_ln")", R"("norm":"batch","block":"post_ln")",
                             R"("attention":{"kind":"window","window":4,"causal":true,"stages":[1,1]})"}) {
    CAPTURE(fields);
    const ModelConfig config = eegate::test::config_from(
        R"({"architecture":"transformer","n_chans":8,"n_times":11,"n_outputs":2,"embedding":{"kind":"linear","dim":32},
            "n_heads":4,"ffn_dim":64,)" +
        std::string(fields) + "}");
    CHECK(epochs_to_learn(config, 30) > 0);
  }
}

}  // namespace overfit_test
