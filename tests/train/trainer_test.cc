// The training loop: the same bits however it is spread and interrupted, and a clean end when it cannot go on.
#include "train/trainer.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/mean_loss.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/save.h"
#include "train/trainer_cases.h"

using namespace eegate;
using namespace eegate::test;
using namespace eegate::test::trainers;
using eegate::test::config_from;
using eegate::test::mean_loss;
using eegate::test::random_values;

namespace trainer_test {

TEST_CASE("one, two or four workers train the same weights bit for bit", "[train]") {
  for (const ModelConfig& config : {small_config(), stem_config(), window_config()}) {
    const Noise noise(config, 21);
    Trainer reference = make_trainer(noise, quick_options(config));
    run(reference);
    for (const std::size_t n_workers : {1u, 2u, 4u}) {
      Trainer spread = make_trainer(noise, quick_options(config));
      run_spread(spread, noise.all(), n_workers);
      CHECK(same_bits(spread.weights(), reference.weights()));
    }
    CHECK(!same_bits(reference.weights(), initial_weights(config, 1)));
  }
}

TEST_CASE("a batch in several shards has the gradient of the whole batch", "[train]") {
  const Noise noise(small_config(), 8);
  TrainOptions options = default_options(noise.config, OptimizerKind::kSgd, true);
  options.batch_size = 8;
  options.dropout = false;
  options.schedule.peak = 1;
  const auto after_one_step = [&](std::size_t n_shards) {
    options.n_shards = n_shards;
    Trainer trainer = make_trainer(noise, options);
    REQUIRE(trainer.step().ok());
    return trainer.weights();
  };
  const Weights whole = after_one_step(1), shards = after_one_step(4), before = initial_weights(noise.config, 1);
  double moved = 0, apart = 0;
  for (std::size_t i = 0; i < whole.flat().size(); ++i) {
    moved = std::max(moved, std::abs(static_cast<double>(whole.flat()[i] - before.flat()[i])));
    apart = std::max(apart, std::abs(static_cast<double>(whole.flat()[i] - shards.flat()[i])));
  }
  CHECK(moved > 0.01);
  CHECK(apart < 1e-5 * moved);
}

TEST_CASE("training that was saved and restored at any step ends with the same bits", "[train]") {
  for (const ModelConfig& config : {small_config(), stem_config(), window_config()}) {
    const Noise noise(config, 29);
    const TrainOptions options = quick_options(config);
    Trainer reference = make_trainer(noise, options, 8);
    run(reference);
    for (std::uint64_t stop_after = 0; stop_after <= reference.n_steps_done(); ++stop_after) {
      CAPTURE(stop_after);
      Trainer before = make_trainer(noise, options, 8);
      while (before.n_steps_done() < stop_after) {
        REQUIRE(before.step().ok());
        if (before.at_epoch_end() && before.n_steps_done() < stop_after) before.finish_epoch();
      }
      Trainer after = make_trainer(noise, options, 8);
      REQUIRE(after.restore(before.checkpoint()).ok());
      if (after.at_epoch_end()) after.finish_epoch();
      run(after);
      CHECK(same_bits(after.weights(), reference.weights()));
      CHECK(same_bits(after.result(), reference.result()));
      REQUIRE(after.epochs().size() == reference.epochs().size());
      CHECK(after.epochs().back().train_loss == reference.epochs().back().train_loss);
      CHECK(after.state() == reference.state());
    }
  }
}

TEST_CASE("a checkpoint of another run or a damaged one is refused and changes nothing", "[train]") {
  const Noise noise(small_config(), 16);
  TrainOptions options = quick_options(noise.config);
  Trainer trainer = make_trainer(noise, options);
  REQUIRE(trainer.step().ok());
  std::vector<std::byte> bytes = trainer.checkpoint();
  for (const std::uint32_t seed : {12, 1}) {  // 11 begins with the second
    options.seed = seed;
    Trainer other = make_trainer(noise, options);
    const Error of_seed = other.restore(bytes).error();
    CHECK(of_seed.code == "TRAIN_CHECKPOINT");
    CAPTURE(of_seed.found);
    CHECK(of_seed.found == "\"seed:11\"");  // the setting that differs, however long those before it are
    CHECK(of_seed.expected == "\"seed:" + std::to_string(seed) + "\"");
    CHECK(other.n_steps_done() == 0);
    CHECK(same_bits(other.weights(), initial_weights(noise.config, 1)));
  }
  options.seed = quick_options(noise.config).seed;
  Noise others = noise;
  for (float& value : others.values) value += 1;
  const Error of_data = make_trainer(others, options).restore(bytes).error();
  CHECK(of_data.field == "data");
  CHECK(of_data.found.size() == 18);  // the hash alone, in quotes
  bytes.resize(bytes.size() / 2);
  CHECK(!trainer.restore(bytes).ok());
  CHECK(trainer.n_steps_done() == 1);
}

TEST_CASE("a learning rate that diverges stops with the last good weights", "[train]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":9,"n_outputs":1,"task":"regress","n_heads":2,"n_blocks":1,
          "block":"pre_ln","final_norm":false,"embedding":{"kind":"linear","dim":6},"ffn_dim":12})");
  const std::vector<float> x = random_values(16 * 27, "x"), y = random_values(16, "y");
  const TrainingSet set{{x.data(), 16, 3, 9}, {{}, y}};
  TrainOptions options = default_options(config, OptimizerKind::kSgd, false);
  options.schedule.peak = 30;
  options.n_epochs = 1000;
  auto trainer = Trainer::create(config, initial_weights(config, 1), set, {}, options);
  REQUIRE(trainer.ok());
  Error error;
  while (!trainer->done()) {
    const auto record = trainer->step();
    if (!record.ok())
      error = record.error();
    else if (trainer->at_epoch_end())
      trainer->finish_epoch();
  }
  CHECK(trainer->state() == TrainState::kDiverged);
  CHECK(error.code == "TRAIN_DIVERGED");
  CHECK(!error.hint.empty());
  for (const float v : trainer->weights().flat()) REQUIRE(std::isfinite(v));
  PassMemory memory;
  CHECK(std::isfinite(mean_loss(trainer->model(), set, memory)));
}

TEST_CASE("gradients that are not numbers end training without touching the weights", "[train]") {
  const Noise noise(small_config(), 16);
  Trainer trainer = make_trainer(noise, quick_options(noise.config));
  REQUIRE(trainer.step().ok());
  const Weights before = trainer.weights();
  PassMemory memory;
  std::vector<ShardGradients> parts;
  for (const Shard& shard : trainer.begin_step()) parts.push_back(trainer.shard_gradients(shard, memory));
  parts[1].gradients.flat()[3] = std::nanf("");
  const auto record = trainer.finish_step(parts);
  REQUIRE(!record.ok());
  CHECK(record.error().code == "TRAIN_DIVERGED");
  CHECK(record.error().place == "step 1");
  CHECK(trainer.state() == TrainState::kDiverged);
  CHECK(same_bits(trainer.weights(), before));
}

TEST_CASE("a loss that is not a number brings back the weights before the last step", "[train]") {
  const Noise noise(small_config(), 16);
  Trainer trainer = make_trainer(noise, quick_options(noise.config));
  REQUIRE(trainer.step().ok());
  const Weights good = initial_weights(noise.config, 1);  // those of the step whose loss was a number
  PassMemory memory;
  std::vector<ShardGradients> parts;
  for (const Shard& shard : trainer.begin_step()) parts.push_back(trainer.shard_gradients(shard, memory));
  parts[0].loss.loss = std::nan("");
  CHECK(trainer.finish_step(parts).error().code == "TRAIN_DIVERGED");
  CHECK(same_bits(trainer.weights(), good));
}

TEST_CASE("training stops when validation no longer improves and gives back the best epoch", "[train]") {
  const Noise noise(small_config(), 48);
  TrainOptions options = quick_options(noise.config);
  options.n_epochs = 200;
  options.patience = 4;
  options.schedule.peak = 5e-3;
  Trainer trainer = make_trainer(noise, options, 16);
  Weights best = trainer.weights();
  std::size_t best_epoch = 0;
  while (!trainer.done()) {
    REQUIRE(trainer.step().ok());
    if (!trainer.at_epoch_end()) continue;
    if (trainer.finish_epoch().is_best) {
      best = trainer.weights();
      best_epoch = trainer.epochs().size() - 1;
    }
  }
  CHECK(trainer.state() == TrainState::kNoImprovement);
  CHECK(trainer.epochs().size() == best_epoch + 5);
  CHECK(same_bits(trainer.result(), best));
  CHECK(!same_bits(trainer.result(), trainer.weights()));
}

TEST_CASE("the best epoch has the highest accuracy on validation, and of equals the lowest loss", "[train]") {
  Noise noise(small_config(R"(,"standardize":"none")"), 80);
  for (std::size_t i = 0; i < noise.values.size();
       ++i) {  // the first channel of one class is moved by 30 in noise of 30
    const std::size_t row = i / noise.config.n_times, trial = row / noise.config.n_chans;
    if (row % noise.config.n_chans == 0 && noise.labels[trial] == 1) noise.values[i] += 30;
  }
  TrainOptions options = quick_options(noise.config);
  options.n_epochs = 12;
  options.schedule.peak = 2e-2;
  Trainer trainer = make_trainer(noise, options, 40);
  Weights best = trainer.weights();
  std::size_t best_epoch = 0;
  while (!trainer.done()) {
    REQUIRE(trainer.step().ok());
    if (!trainer.at_epoch_end()) continue;
    if (!trainer.finish_epoch().is_best) continue;
    best = trainer.weights();
    best_epoch = trainer.epochs().size() - 1;
  }
  const std::vector<EpochRecord>& epochs = trainer.epochs();
  const auto is_better = [](const EpochRecord& a, const EpochRecord& b) {
    return a.accuracy != b.accuracy ? a.accuracy > b.accuracy : a.validation_loss < b.validation_loss;
  };
  const auto [first, last] = std::ranges::minmax_element(epochs, is_better);
  REQUIRE(epochs.size() == 12);
  CHECK(first->accuracy > last->accuracy);
  CHECK(static_cast<std::size_t>(first - epochs.begin()) == best_epoch);
  CHECK(best_epoch > 0);
  CHECK(same_bits(trainer.result(), best));
}

TEST_CASE("epochs visit every trial once, in another order each time unless told not to shuffle", "[train]") {
  const Noise noise(small_config(), 21);
  TrainOptions options = quick_options(noise.config);
  const auto visits = [&](Trainer& trainer) {
    std::vector<std::uint32_t> order;
    do {
      for (const Shard& shard : trainer.begin_step())
        order.insert(order.end(), shard.trials.begin(), shard.trials.end());
      REQUIRE(trainer.step().ok());
    } while (!trainer.at_epoch_end());
    trainer.finish_epoch();
    return order;
  };
  Trainer trainer = make_trainer(noise, options);
  std::vector<std::uint32_t> first = visits(trainer), second = visits(trainer);
  CHECK(first != second);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  CHECK(first == second);
  CHECK(first.size() == 21);
  options.shuffle = false;
  Trainer plain = make_trainer(noise, options);
  CHECK(visits(plain) == first);
}

TEST_CASE("class weights and label smoothing reach the loss, dropout can be switched off", "[train]") {
  const Noise noise(small_config(), 16);
  TrainOptions options = quick_options(noise.config);
  const auto first_loss = [&] { return make_trainer(noise, options).step()->loss; };
  const double plain = first_loss();
  options.dropout = false;
  const double without = first_loss();
  CHECK(plain != without);
  options.loss.class_weights = {1, 5};
  CHECK(first_loss() != without);
  options.loss.class_weights.clear();
  options.loss.label_smoothing = 0.5;
  CHECK(first_loss() != without);
}

TEST_CASE("dropout masks belong to places in the batch, not to shards", "[train]") {
  const Noise noise(small_config(), 16);
  TrainOptions options = quick_options(noise.config);
  options.batch_size = 16;
  options.n_shards = 1;
  const double whole = make_trainer(noise, options).step()->loss;
  options.n_shards = 5;
  CHECK(std::abs(make_trainer(noise, options).step()->loss - whole) < 1e-6);  // but for the order of summation
}

}  // namespace trainer_test
