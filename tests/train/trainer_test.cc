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
#include "train/after_step.h"
#include "train/flat_weights.h"
#include "train/init.h"
#include "train/save.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::mean_loss;
using eegate::test::random_values;

namespace {

// Trials of noise with labels that have nothing to do with them, and the sets that look at them.
struct Noise {
  Noise(const ModelConfig& c, std::size_t n, const char* purpose = "noise")
      : config(c), n_trials(n), values(random_values(n * c.n_chans * c.n_times, purpose, 30)) {
    const Rng rng(5, purpose);
    for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<int>(rng.bits(i) % c.n_classes()));
  }
  TrainingSet set(std::size_t first, std::size_t n) const {
    const std::size_t per_trial = config.n_chans * config.n_times;
    const auto begin = labels.begin() + static_cast<std::ptrdiff_t>(first);
    return {{values.data() + first * per_trial, n, config.n_chans, config.n_times},
            {{begin, begin + static_cast<std::ptrdiff_t>(n)}, {}}};
  }
  TrainingSet all() const { return set(0, n_trials); }

  ModelConfig config;
  std::size_t n_trials;
  std::vector<float> values;
  std::vector<int> labels;
};

ModelConfig small_config(const std::string& more = {}) {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":9,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":12,
                         "embedding":{"kind":"linear","dim":6},"dropout":{"attn_weights":0.2,"ffn_hidden":0.1,"embed":0.1,"head":0.1})" +
      more + "}");
}

ModelConfig stem_config() {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":30,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":8,
                         "embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":4}})");
}

// Everything that later variants added to a step: windows, a merge, relative positions, statistics of the batch.
ModelConfig window_config() {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":13,"n_outputs":2,"n_heads":2,"n_blocks":3,"ffn_dim":8,"norm":"batch",
                         "embedding":{"kind":"linear","dim":6},"position":{"kind":"rel_shaw","max_distance":2,"values":true},
                         "attention":{"kind":"window","window":4,"stages":[2,1]},"dropout":{"attn_weights":0.2}})");
}

TrainOptions quick_options(const ModelConfig& config) {
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.n_epochs = 3;
  options.batch_size = 8;
  options.seed = 11;
  return options;
}

Trainer make_trainer(const Noise& noise, const TrainOptions& options, std::size_t n_validation = 0) {
  const std::size_t n = noise.n_trials - n_validation;
  auto trainer = Trainer::create(noise.config, initial_weights(noise.config, 1), noise.set(0, n),
                                 noise.set(n, n_validation), options);
  INFO((trainer.ok() ? std::string() : describe(trainer.error())));
  REQUIRE(trainer.ok());
  return std::move(trainer).value();
}

void run(Trainer& trainer) {
  while (!trainer.done()) {
    REQUIRE(trainer.step().ok());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
}

bool same_bits(const Weights& a, const Weights& b) { return std::ranges::equal(flat(a), flat(b)); }

// A worker elsewhere: it has the data and a model of its own, and hears nothing but shards and weights.
struct Worker {
  TrainableModel model;
  PassMemory memory;
};

// Every shard by one of n workers, the last shard first; gradients travel as plain runs of floats.
void run_spread(Trainer& trainer, const TrainingSet& set, std::size_t n_workers) {
  std::vector<Worker> workers;
  for (std::size_t i = 0; i < n_workers; ++i) {
    workers.push_back({{trainer.config(), initial_weights(trainer.config(), 9), nullptr}, {}});
  }
  while (!trainer.done()) {
    for (Worker& worker : workers) REQUIRE(set_weights(worker.model, flat(trainer.weights())).ok());
    const std::vector<Shard> shards = trainer.begin_step();
    std::vector<ShardGradients> parts;
    for (const Shard& shard : shards) parts.push_back({shard.index, {}, Weights(trainer.weights().specs())});
    for (std::size_t i = shards.size(); i-- > 0;) {
      Worker& worker = workers[i % n_workers];
      const ShardGradients part = compute_shard(worker.model, set, shards[i], trainer.shard_settings(), worker.memory);
      parts[i].loss = part.loss;
      std::ranges::copy(flat(part.gradients), flat(parts[i].gradients).begin());
    }
    REQUIRE(trainer.finish_step(parts).ok());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
}

}  // namespace

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
  options.seed = 12;
  Trainer other = make_trainer(noise, options);
  CHECK(other.restore(bytes).error().code == "TRAIN_CHECKPOINT");
  CHECK(other.n_steps_done() == 0);
  CHECK(same_bits(other.weights(), initial_weights(noise.config, 1)));
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
  for (const float v : flat(trainer->weights())) REQUIRE(std::isfinite(v));
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
  flat(parts[1].gradients)[3] = std::nanf("");
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

TEST_CASE("data and options that cannot work are refused with a code", "[train]") {
  const Noise noise(small_config(), 8), other(stem_config(), 8);
  const auto code = [&](TrainingSet set, TrainOptions options) {
    auto trainer =
        Trainer::create(noise.config, initial_weights(noise.config, 1), std::move(set), {}, std::move(options));
    return trainer.ok() ? std::string() : std::string(trainer.error().code);
  };
  const TrainOptions good = quick_options(noise.config);
  CHECK(code(noise.all(), good).empty());
  CHECK(code(noise.set(0, 0), good) == "TRAIN_EMPTY");
  CHECK(code(other.all(), good) == "MODEL_TIMES");
  TrainingSet few = noise.all();
  few.targets.classes.pop_back();
  CHECK(code(few, good) == "TRAIN_LABELS");
  TrainOptions bad = good;
  bad.schedule.peak = std::nan("");
  CHECK(code(noise.all(), bad) == "TRAIN_OPTION");
  bad = good;
  bad.loss.class_weights = {1};
  CHECK(code(noise.all(), bad) == "TRAIN_OPTION");
  std::vector<float> holes = noise.values;
  holes[40] = std::nanf("");
  CHECK(code({{holes.data(), 8, 3, 9}, {noise.labels, {}}}, good) == "MODEL_INPUT_NONFINITE");
}

TEST_CASE("counters that no run can have had are refused, and the run stays as it was", "[train]") {
  const Noise noise(small_config(), 16);
  Trainer trainer = make_trainer(noise, quick_options(noise.config));
  const std::vector<std::byte> good = trainer.checkpoint();
  const auto file = parse_safetensors(good);
  REQUIRE(file.ok());
  std::vector<std::vector<float>> values;
  std::vector<SafetensorsOut> tensors;
  values.reserve(file->tensors.size());
  for (const SafetensorsTensor& tensor : file->tensors) {
    values.push_back(read_floats(*file, tensor, good).value());
    tensors.push_back({tensor.name, tensor.shape, values.back()});
  }
  const auto with = [&](const std::string& progress) {
    auto metadata = file->metadata;
    for (auto& [key, value] : metadata) value = key == "progress" ? progress : value;
    return write_safetensors(metadata, tensors);
  };
  const std::string per_epoch = std::to_string(trainer.steps_per_epoch());
  const std::string counters = R"({"step":)" + per_epoch + R"(,"optimizer_steps":)" + per_epoch + R"(,"state":0,)";
  CHECK(trainer.restore(with(counters + R"("best_epoch":-1,"epochs":[{"epoch":0}]})")).ok());
  REQUIRE(trainer.restore(good).ok());
  for (const std::string rest :
       {R"("best_epoch":0,"epochs":{"epoch":0}})",  // an object counts as no epoch
        R"("best_epoch":0,"epochs":[{"epoch":-1}]})", R"("best_epoch":0,"epochs":[{"epoch":1e300}]})",
        R"("best_epoch":0,"epochs":[{"epoch":1}]})", R"("best_epoch":0,"epochs":[7]})"}) {
    CAPTURE(rest);
    CHECK(trainer.restore(with(counters + rest)).error().code == "TRAIN_CHECKPOINT");
    CHECK(trainer.checkpoint() == good);
  }
  std::string many;  // more epochs than the run is to have
  const std::size_t n = quick_options(noise.config).n_epochs + 1;
  for (std::size_t i = 0; i < n; ++i) many += (i == 0 ? "" : ",") + (R"({"epoch":)" + std::to_string(i) + "}");
  const std::string steps = std::to_string(n * trainer.steps_per_epoch());
  CHECK(trainer
            .restore(with(R"({"step":)" + steps + R"(,"optimizer_steps":)" + steps + R"(,"state":0,"best_epoch":0,)" +
                          R"("epochs":[)" + many + "]}"))
            .error()
            .code == "TRAIN_CHECKPOINT");
}

TEST_CASE("a convolutional stem trains in one shard and moves its running statistics", "[train]") {
  const Noise noise(stem_config(), 16);
  Trainer trainer = make_trainer(noise, quick_options(noise.config));
  CHECK(trainer.begin_step().size() == 1);
  REQUIRE(trainer.step().ok());
  CHECK(trainer.weights()["embed.bn.running_mean"][0] != 0.0F);
  for (const float v : trainer.weights()["embed.bn.running_var"]) CHECK(v > 0.9F * 0.9F);
}

TEST_CASE("a saved model loads again, passes its self-test and keeps what it was told", "[train]") {
  const Noise noise(stem_config(), 16);
  Trainer trainer = make_trainer(noise, quick_options(noise.config));
  run(trainer);
  const ModelContract contract{.ch_names = {"C3", "Cz", "C4"},
                               .sfreq = 250.5,
                               .classes = {"left \"fist\"", "right"},
                               .recipe_json = R"({"version":1})",
                               .train_json = R"({"seed":11,"options":{"a":[1,2]}})",
                               .license = "CC0-1.0",
                               .metadata = {{"format", "other"}, {"note", "kept"}}};
  const auto bytes = write_model(noise.config, trainer.result(), contract, noise.set(0, 3).x);
  INFO((bytes.ok() ? std::string() : describe(bytes.error())));
  REQUIRE(bytes.ok());
  auto model = Model::load(*bytes);
  REQUIRE(model.ok());
  CHECK(model->self_test()->passed);
  CHECK(model->self_test()->max_abs_diff < 1e-6);
  CHECK(model->config().to_json() == noise.config.to_json());
  CHECK(model->contract().sfreq == 250.5);
  CHECK(model->contract().ch_names == contract.ch_names);
  CHECK(model->contract().classes == contract.classes);
  CHECK(model->contract().train_json ==
        R"({"seed":11,"options":{"a":[1,2]},"selftest":"logits computed by the float32 engine"})");
  const auto& metadata = model->contract().metadata;
  REQUIRE(metadata.size() == 10);
  CHECK(metadata.front().second == "eegate-1");
  CHECK(metadata.back() == std::pair<std::string, std::string>("note", "kept"));
  ModelContract wrong = contract;
  wrong.ch_names.pop_back();
  CHECK(write_model(noise.config, trainer.result(), wrong, {}).error().code == "MODEL_META_VALUE");
}

TEST_CASE("records become one JSON object each", "[train]") {
  CHECK(to_json(StepRecord{3, 0.5, 0.001, 2}) == R"({"step":3,"loss":0.5,"lr":0.001,"gradient_norm":2})");
  const EpochRecord record{.epoch = 2,
                           .train_loss = 0.25,
                           .has_validation = true,
                           .validation_loss = 0.5,
                           .accuracy = 0.75,
                           .balanced_accuracy = 0.5,
                           .macro_f1 = 0.125,
                           .kappa = 0.1,
                           .chance = 0.5,
                           .is_best = true};
  const auto document = JsonDocument::parse(to_json(record));
  REQUIRE(document.ok());
  CHECK(to_json(read_epoch_record(document->root())) == to_json(record));
}
