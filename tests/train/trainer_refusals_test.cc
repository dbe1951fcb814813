// What a trainer refuses, and what it writes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "support/mean_loss.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/save.h"
#include "train/trainer.h"
#include "train/trainer_cases.h"

using namespace eegate;
using namespace eegate::test;
using namespace eegate::test::trainers;
using eegate::test::config_from;
using eegate::test::mean_loss;
using eegate::test::random_values;

namespace trainer_refusals_test {

namespace {

void check_taken_again(const Trainer& written, Trainer& fresh) {
  const std::vector<std::byte> bytes = written.checkpoint();
  const auto restored = fresh.restore(bytes);
  INFO((restored.ok() ? std::string() : describe(restored.error())));
  REQUIRE(restored.ok());
  const bool is_same = fresh.checkpoint() == bytes;
  CHECK(is_same);
  CHECK(fresh.state() == written.state());
  CHECK(fresh.n_steps_done() == written.n_steps_done());
  CHECK(same_bits(fresh.result(), written.result()));
}

// The second step of a run, with something wrong in what its shards found.
template <class Spoil>
void run_away(Trainer& trainer, Spoil&& spoil) {
  REQUIRE(trainer.step().ok());
  PassMemory memory;
  std::vector<ShardGradients> parts;
  for (const Shard& shard : trainer.begin_step()) parts.push_back(trainer.shard_gradients(shard, memory));
  spoil(parts.front());
  REQUIRE(trainer.finish_step(parts).error().code == "TRAIN_DIVERGED");
  REQUIRE(trainer.state() == TrainState::kDiverged);
}

}  // namespace

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

TEST_CASE("the checkpoint of a run on other trials or labels is refused", "[train]") {
  const Noise noise(small_config(), 16);
  const TrainOptions options = quick_options(noise.config);
  const std::vector<std::byte> good = make_trainer(noise, options).checkpoint();
  CHECK(make_trainer(noise, options).restore(good).ok());
  Noise changed = noise;
  changed.values.back() += 1;
  CHECK(make_trainer(changed, options).restore(good).error().code == "TRAIN_CHECKPOINT");
  changed = noise;
  changed.labels.back() = 1 - changed.labels.back();
  CHECK(make_trainer(changed, options).restore(good).error().code == "TRAIN_CHECKPOINT");
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

TEST_CASE("the checkpoint of a run that ran away is taken again", "[train]") {
  const Noise noise(small_config(), 16);
  for (const OptimizerKind kind : {OptimizerKind::kSgd, OptimizerKind::kAdamW}) {
    TrainOptions options = quick_options(noise.config);
    options.optimizer.kind = kind;
    options.optimizer.clip_norm = 0;
    options.schedule = {.peak = 1000, .warmup_share = 0, .decay = Decay::kConstant};
    const auto check = [&](const char* what, auto&& spoil) {
      CAPTURE(what, optimizer_name(kind));
      Trainer written = make_trainer(noise, options), fresh = make_trainer(noise, options);
      run_away(written, spoil);
      check_taken_again(written, fresh);
    };
    check("the loss", [](ShardGradients& part) { part.loss.loss = std::nan(""); });
    check("the gradient", [](ShardGradients& part) { part.gradients.flat()[3] = std::nanf(""); });
    // The optimizer has taken this step when the weights behind it turn out not to be numbers.
    check("a weight after the step", [](ShardGradients& part) { part.gradients.flat()[3] = 3e38F; });
  }
}

TEST_CASE("the checkpoint of a fit in one go is taken again", "[train][covariance]") {
  const ModelConfig config =
      config_from(R"({"architecture":"tangent_space","standardize":"none","n_chans":3,"n_times":40,"n_outputs":2})");
  const Noise noise(config, 24);
  const auto trainer = [&] {
    const Weights none(find_architecture(config.architecture)->tensors(config));
    auto made = Trainer::create(config, none, noise.set(0, 16), noise.set(16, 8), {});
    REQUIRE(made.ok());
    return std::move(made).value();
  };
  Trainer written = trainer();
  const auto check = [&] {
    CAPTURE(written.n_steps_done(), written.epochs().size());
    Trainer fresh = trainer();
    check_taken_again(written, fresh);
  };
  check();
  REQUIRE(written.step().ok());
  check();
  written.finish_epoch();
  REQUIRE(written.state() == TrainState::kEpochsDone);
  check();
}

TEST_CASE("a validation loss that is no number stays none in a checkpoint", "[train]") {
  const Noise noise(small_config(), 24);
  const TrainOptions options = quick_options(noise.config);
  Trainer written = make_trainer(noise, options, 8), fresh = make_trainer(noise, options, 8);
  while (!written.at_epoch_end()) REQUIRE(written.step().ok());
  std::vector<std::vector<float>> logits;
  for (const auto& trials : written.begin_validation())
    logits.emplace_back(trials.size() * noise.config.n_outputs, std::nanf(""));
  REQUIRE(!std::isfinite(written.finish_epoch(logits).validation_loss));
  check_taken_again(written, fresh);
  CHECK(!std::isfinite(fresh.epochs().front().validation_loss));
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

}  // namespace trainer_refusals_test
