// Data augmentation: its effect on a trial, its independence of the distribution over workers, and training with it.
#include "train/augment.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "base/arena.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/trainer.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::random_values;

namespace augment_test {

namespace {

constexpr std::size_t kChans = 4, kTimes = 10, kLonger = 16;

// Value = channel * 100 + sample, which identifies its origin.
std::vector<float> counting_trial() {
  std::vector<float> values(kChans * kLonger);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i / kLonger * 100 + i % kLonger);
  return values;
}

struct Window {
  explicit Window(const AugmentOptions& options, std::size_t position, std::uint64_t step = 3)
      : values(kChans * kTimes) {
    const std::vector<float> trial = counting_trial();
    const Augmentation augmentation(options, 7, step, kChans);
    augmentation.apply({trial.data(), kChans, kLonger}, position, {values.data(), kChans, kTimes});
    label = augmentation.class_of(0, position);
  }
  float at(std::size_t channel, std::size_t sample) const { return values[channel * kTimes + sample]; }
  std::vector<float> values;
  int label = 0;
};

AugmentOptions mirror_options() {
  AugmentOptions options;
  options.mirror_channels = {1, 0, 2, 3};
  options.mirror_classes = {1, 0};
  return options;
}

}  // namespace

TEST_CASE("without options the window is the middle of the trial", "[train][augment]") {
  const Window window({}, 0);
  for (std::size_t c = 0; c < kChans; ++c) {
    for (std::size_t t = 0; t < kTimes; ++t) CHECK(window.at(c, t) == static_cast<float>(c * 100 + t + 3));
  }
  CHECK(window.label == 0);
}

TEST_CASE("jitter reaches every start and keeps channels in step", "[train][augment]") {
  AugmentOptions options;
  options.jitter = true;
  std::set<float> starts;
  for (std::size_t position = 0; position < 200; ++position) {
    const Window window(options, position);
    const float start = window.at(0, 0);
    starts.insert(start);
    for (std::size_t c = 0; c < kChans; ++c) {
      for (std::size_t t = 0; t < kTimes; ++t)
        REQUIRE(window.at(c, t) == static_cast<float>(c * 100) + start + static_cast<float>(t));
    }
  }
  CHECK(starts == std::set<float>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("half of the trials are mirrored, with their class", "[train][augment]") {
  std::size_t n_mirrored = 0;
  for (std::size_t position = 0; position < 400; ++position) {
    const Window window(mirror_options(), position);
    const bool mirrored = window.label == 1;
    n_mirrored += mirrored ? 1 : 0;
    REQUIRE(window.at(0, 0) == (mirrored ? 103.0F : 3.0F));
    REQUIRE(window.at(1, 0) == (mirrored ? 3.0F : 103.0F));
    REQUIRE(window.at(2, 0) == 203.0F);
  }
  CHECK(n_mirrored > 160);
  CHECK(n_mirrored < 240);
}

TEST_CASE("channels are silenced as often as asked, anew in every step", "[train][augment]") {
  AugmentOptions options;
  options.channel_dropout = 0.25;
  std::size_t n_silent = 0;
  for (std::size_t position = 0; position < 500; ++position) {
    const Window window(options, position);
    for (std::size_t c = 0; c < kChans; ++c) n_silent += window.at(c, 0) == 0 && window.at(c, 1) == 0 ? 1 : 0;
  }
  CHECK(n_silent > 430);
  CHECK(n_silent < 570);
  bool differs = false;
  for (std::size_t position = 0; position < 20; ++position)
    differs = differs || Window(options, position, 3).values != Window(options, position, 4).values;
  CHECK(differs);
}

TEST_CASE("options that cannot be are refused", "[train][augment]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":4,"n_times":10,"n_outputs":2,"n_heads":2,"embedding":{"kind":"linear","dim":6}})");
  CHECK(check_augment({}, config).ok());
  CHECK(check_augment(mirror_options(), config).ok());
  for (const double share : {-0.1, 0.95, std::nan("")}) {
    AugmentOptions options;
    options.channel_dropout = share;
    CHECK(check_augment(options, config).error().code == "TRAIN_OPTION");
  }
  AugmentOptions twice = mirror_options();
  twice.mirror_channels = {1, 1, 2, 3};
  CHECK(check_augment(twice, config).error().field == "mirror_channels");
  AugmentOptions short_classes = mirror_options();
  short_classes.mirror_classes = {0};
  CHECK(check_augment(short_classes, config).error().field == "mirror_classes");
}

TEST_CASE("augmented training gives the same bits for any number of shards' workers", "[train][augment]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":4,"n_times":10,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":12,
          "embedding":{"kind":"linear","dim":6}})");
  const std::vector<float> x = random_values(20 * kChans * kLonger, "augmented", 30);
  std::vector<int> labels(20);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int>(i % 2);
  const TrainingSet set{{x.data(), 20, kChans, kLonger}, {labels, {}}};
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.n_epochs = 3;
  options.batch_size = 8;
  options.augment = mirror_options();
  options.augment.jitter = true;
  options.augment.channel_dropout = 0.2;
  options.loss.class_weights = {1, 3};
  const auto make = [&] {
    auto trainer = Trainer::create(config, initial_weights(config, 1), set, {}, options);
    REQUIRE(trainer.ok());
    return std::move(trainer).value();
  };
  Trainer together = make(), apart = make();
  PassMemory memory;
  while (!together.done()) {
    double weight = 0;
    std::vector<Shard> shards = apart.begin_step();
    std::vector<ShardGradients> parts;
    for (const Shard& shard : shards) parts.push_back({shard.index, {}, Weights(apart.weights().specs())});
    for (std::size_t i = shards.size(); i-- > 0;) {
      parts[i] = apart.shard_gradients(shards[i], memory);
      weight += parts[i].loss.weight;
    }
    CHECK(weight == shards.front().total_weight);  // with the classes of the mirrored trials
    REQUIRE(apart.finish_step(parts).ok());
    REQUIRE(together.step().ok());
    if (together.at_epoch_end()) {
      together.finish_epoch();
      apart.finish_epoch();
    }
  }
  CHECK(std::ranges::equal(together.weights().flat(), apart.weights().flat()));
}

TEST_CASE("longer trials need jitter", "[train][augment]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":4,"n_times":10,"n_outputs":2,"n_heads":2,"embedding":{"kind":"linear","dim":6}})");
  const std::vector<float> x = random_values(4 * kChans * kLonger, "longer", 30);
  const TrainingSet set{{x.data(), 4, kChans, kLonger}, {{0, 1, 0, 1}, {}}};
  const auto trainer = Trainer::create(config, initial_weights(config, 1), set, {},
                                       default_options(config, OptimizerKind::kAdamW, true));
  CHECK(trainer.error().code == "MODEL_TIMES");
}

}  // namespace augment_test
