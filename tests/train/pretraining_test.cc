// Pretraining with masked patches: the loss, its gradients, and the transfer of the encoder.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "files/json.h"
#include "model/masked_patches.h"
#include "session/train/training_run.h"
#include "support/gradient_check.h"
#include "support/random_values.h"
#include "train/trainable.h"
#include "train/trainer_cases.h"

using namespace eegate;
using namespace eegate::test::trainers;
using Catch::Matchers::WithinRel;

namespace pretraining_test {

namespace {

ModelConfig patch_config(std::size_t n_chans, std::size_t n_times, const std::string& embedding,
                         const std::string& more = {}, const std::string& standardize = "none") {
  return test::config_from(R"({"architecture":"transformer","n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":12,)"
                           R"("activation":"gelu","standardize":")" +
                           standardize + R"(","n_chans":)" + std::to_string(n_chans) + R"(,"n_times":)" +
                           std::to_string(n_times) + R"(,"embedding":{"kind":"patch","dim":8,)" + embedding + "}" +
                           more + "}");
}

ModelConfig masked(const ModelConfig& model, double share) {
  auto config = masked_config(model, share);
  INFO((config.ok() ? std::string() : describe(config.error())));
  REQUIRE(config.ok());
  return std::move(config).value();
}

TrainableModel model_of(const ModelConfig& config) {
  Weights weights = initial_weights(config, 4);
  auto network = network_of(config, weights);
  REQUIRE(network.ok());
  return {config, std::move(weights), std::move(network).value()};
}

std::vector<float> outputs(const TrainableModel& model, ConstTensor3 x, const Dropout* dropout) {
  std::vector<float> out(x.d0);
  Arena arena;
  ForwardContext context{.arena = arena, .dropout = dropout};
  model.network->forward(x, {out.data(), x.d0, 1}, context);
  return out;
}

// A rhythm with a period of ten samples, with one phase and amplitude per trial, so that masked patches are
// predictable.
struct Rhythms {
  explicit Rhythms(std::size_t n, const char* purpose) : values(n * 2 * 40) {
    const Rng rng(8, purpose);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t trial = i / 80, channel = i / 40 % 2, t = i % 40;
      const double turns = rng.uniform(trial) + static_cast<double>(t) / 10 + 0.25 * static_cast<double>(channel);
      values[i] = static_cast<float>(std::sin(2 * std::numbers::pi * turns) + 0.1 * rng.normal(1000 + i));
    }
    set = {{values.data(), n, 2, 40}, {{}, std::vector<float>(n, 0.0F)}};
  }
  std::vector<float> values;
  TrainingSet set;
};

TrainOptions options_of(const ModelConfig& model, std::size_t n_epochs) {
  TrainOptions options = default_options(model, OptimizerKind::kAdamW, true);
  options.n_epochs = n_epochs;
  options.batch_size = 16;
  options.schedule.peak = 5e-3;
  options.seed = 3;
  return options;
}

Trainer trainer_of(const ModelConfig& config, const TrainingSet& train, const TrainingSet& validation,
                   const TrainOptions& options) {
  auto trainer = Trainer::create(config, initial_weights(config, 2), train, validation, options);
  INFO((trainer.ok() ? std::string() : describe(trainer.error())));
  REQUIRE(trainer.ok());
  return std::move(trainer).value();
}

}  // namespace

TEST_CASE("gradients of hidden patches equal central differences", "[train][pretrain]") {
  const std::string cases[] = {R"("patch_times":4)", R"("patch_times":4,"stride_times":5)",
                               R"("patch_times":6,"patch_chans":1)"};
  for (const std::string& embedding : cases) {
    for (const char* more : {"", R"(,"cls":true,"pool":"cls")", R"(,"position":{"kind":"learned"},"block":"pre_ln")"}) {
      CAPTURE(embedding, more);
      TrainableModel model = model_of(masked(patch_config(3, 24, embedding, more), 0.5));
      std::vector<float> x = test::random_values(4 * 3 * 24, "input");
      const Targets targets{{}, std::vector<float>(4, 0.0F)};
      const Dropout dropout(6, 2, 3);
      const PassOptions options{.dropout = &dropout};
      PassMemory memory;
      Weights gradients(model.weights.specs());
      std::vector<float> dx(x.size());
      add_gradients(model, {x.data(), 4, 3, 24}, targets, 0, 4, options, memory, gradients, {dx.data(), 4, 3, 24});
      std::vector<test::GradientClaim> claims = {{"input", x, dx}};
      for (std::size_t i = 0; i < model.weights.specs().size(); ++i) {
        const TensorSpec& spec = model.weights.specs()[i];
        if (spec.is_parameter) claims.push_back({spec.name, model.weights.values(i), gradients.values(i)});
      }
      test::GradientCheck check;
      check.zero = {"attn.k.bias"};
      const auto loss = [&] {
        model.network->set_weights(model.weights);
        Weights unused = model.weights.zeros();
        const LossSum sum = add_gradients(model, {x.data(), 4, 3, 24}, targets, 0, 4, options, memory, unused);
        return sum.loss / sum.weight;
      };
      CHECK(test::wrong_gradients(claims, check, loss) == std::vector<std::string>());
    }
  }
}

TEST_CASE("the loss is the mean square over the share that is hidden, drawn anew for every trial and step",
          "[train][pretrain]") {
  // Patch k of ten has samples of size 2^(k / 2), so that the sum of squares identifies the masked ones.
  constexpr std::size_t kPatches = 10, kTimes = 40, kTrials = 30;
  TrainableModel model = model_of(masked(patch_config(1, kTimes, R"("patch_times":4)"), 0.3));
  for (const char* name : {"reconstruct.weight", "reconstruct.bias"})
    std::ranges::fill(model.weights.values(static_cast<std::size_t>(model.weights.find(name))), 0.0F);
  model.network->set_weights(model.weights);
  std::vector<float> x(kTrials * kTimes);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::exp2(static_cast<float>(i % kTimes / 4) / 2);
  const ConstTensor3 trials{x.data(), kTrials, 1, kTimes};
  const Dropout first(1, 0, 0), second(1, 1, 0), middle(1, 0, 10);
  const std::vector<float> roots = outputs(model, trials, &first);
  std::set<int> seen;
  std::vector<int> times_hidden(kPatches);
  for (const float root : roots) {
    const int hidden = static_cast<int>(std::lround(3 * root * root));  // 3 of 10, the mean of four equal samples
    CHECK(std::popcount(static_cast<unsigned>(hidden)) == 3);
    CHECK_THAT(3.0 * root * root, WithinRel(static_cast<double>(hidden), 1e-5));
    seen.insert(hidden);
    for (std::size_t k = 0; k < kPatches; ++k) times_hidden[k] += hidden >> k & 1;
  }
  CHECK(seen.size() > kTrials / 2);
  CHECK(*std::ranges::min_element(times_hidden) > 0);
  CHECK(outputs(model, trials, &second) != roots);
  // The mask depends on the position in the batch, not on how the batch is split.
  const std::vector<float> part = outputs(model, {x.data(), 20, 1, kTimes}, &middle);
  CHECK(std::vector<float>(roots.begin() + 10, roots.end()) == part);
  CHECK(outputs(model, trials, nullptr) == outputs(model, trials, nullptr));
}

TEST_CASE("what is hidden does not reach the encoder", "[train][pretrain]") {
  const TrainableModel model = model_of(masked(patch_config(1, 8, R"("patch_times":4)"), 0.5));
  const Dropout dropout(5, 0, 0);
  std::vector<float> x = test::random_values(8, "two patches");
  // Of two patches one is hidden; its loss moves as (prediction - x)^2 does where the prediction stays.
  const auto squares = [&](std::size_t at, float by) {
    std::vector<float> moved = x;
    moved[at] += by;
    const float root = outputs(model, {moved.data(), 1, 1, 8}, &dropout)[0];
    return 4.0 * root * root;
  };
  std::size_t n_hidden = 0;
  for (std::size_t at = 0; at < 8; ++at) {
    // Second difference of a parabola with the factor 1.
    const double curve = squares(at, 1) - 2 * squares(at, 0) + squares(at, -1);
    const double third = squares(at, 2) - 3 * squares(at, 1) + 3 * squares(at, 0) - squares(at, -1);
    if (std::abs(curve - 2) < 1e-4 && std::abs(third) < 1e-4) ++n_hidden;
  }
  CHECK(n_hidden == 4);
}

TEST_CASE("hidden patches of rhythms are learnt: the loss falls far below that of zeros", "[train][pretrain]") {
  const Rhythms train(128, "train"), validation(64, "validation");
  const ModelConfig model =
      patch_config(2, 40, R"("patch_times":4)", R"(,"dropout":{"attn_out":0,"ffn_out":0})", "zscore");
  const ModelConfig config = masked(model, 0.4);
  Trainer trainer = trainer_of(config, train.set, validation.set, options_of(model, 150));
  run(trainer);
  // Standardised samples have the mean square 1: the loss of zeros.
  CHECK(trainer.epochs().front().validation_loss > 0.7);
  CHECK(trainer.epochs().back().validation_loss < 0.35);
  for (std::size_t i = 0; i < trainer.weights().specs().size(); ++i) {
    if (trainer.weights().specs()[i].role != TensorRole::kHead) continue;
    CHECK(std::ranges::equal(trainer.weights().values(i), initial_weights(config, 2).values(i)));
  }
}

TEST_CASE("pretraining that was saved, restored and computed in parts ends with the same bits", "[train][pretrain]") {
  const Rhythms train(40, "train");
  const ModelConfig model = patch_config(2, 40, R"("patch_times":4)", R"(,"dropout":{"embed":0.1})");
  const ModelConfig config = masked(model, 0.5);
  Trainer whole = trainer_of(config, train.set, {}, options_of(model, 3));
  run(whole);
  Trainer before = trainer_of(config, train.set, {}, options_of(model, 3));
  for (int i = 0; i < 4; ++i) {
    REQUIRE(before.step().ok());
    if (before.at_epoch_end()) before.finish_epoch();
  }
  Trainer after = trainer_of(config, train.set, {}, options_of(model, 3));
  REQUIRE(after.restore(before.checkpoint()).ok());
  run(after);
  CHECK(same_bits(after.weights(), whole.weights()));
  before.stop();
  CHECK(before.done());
  Trainer other = trainer_of(masked(model, 0.4), train.set, {}, options_of(model, 3));
  CHECK_FALSE(other.restore(before.checkpoint()).ok());  // another share
}

TEST_CASE("a pretrained model has the learnt encoder and its own head, and says so", "[train][pretrain]") {
  const Rhythms train(40, "train");
  const ModelConfig model = patch_config(2, 40, R"("patch_times":4)");
  TrainingStart start{.config = model,
                      .weights = initial_weights(model, 7),
                      .contract = {},
                      .card_json = {},
                      .new_weights = true,
                      .warnings = {}};
  start.contract = {.ch_names = {"C3", "C4"}, .sfreq = 160, .classes = {"a", "b"}};
  const auto learner = pretraining_start(start, 0.5, 7);
  REQUIRE(learner.ok());
  TrainingSets sets;
  sets.train.values = train.values;
  sets.train.set = {{sets.train.values.data(), 40, 2, 40}, train.set.targets};
  auto trainer = start_training(*learner, sets, options_of(model, 2));
  REQUIRE(trainer.ok());
  run(*trainer);
  const auto file = trained_model(*trainer, start, sets, R"({"pretraining":{"hidden_share":0.5}})");
  INFO((file.ok() ? std::string() : describe(file.error())));
  REQUIRE(file.ok());
  const auto read = read_training_start(*file, 0);
  REQUIRE(read.ok());
  CHECK(read->config.to_json() == model.to_json());
  for (std::size_t i = 0; i < read->weights.specs().size(); ++i) {
    const TensorSpec& spec = read->weights.specs()[i];
    CAPTURE(spec.name);
    const bool is_start = std::ranges::equal(read->weights.values(i), start.weights.values(i));
    CHECK(is_start == (spec.role == TensorRole::kHead));
    if (!is_start) CHECK(std::ranges::equal(read->weights.values(i), trainer->weights()[spec.name]));
  }
  CHECK(read->contract.train_json.find("hidden_share") != std::string::npos);
}

TEST_CASE("what has no patches to hide is refused by name", "[train][pretrain]") {
  const auto field = [](const ModelConfig& config, double share) {
    const auto refused = masked_config(config, share);
    REQUIRE_FALSE(refused.ok());
    CHECK(std::string(refused.error().code) == "MODEL_CONFIG_CONFLICT");
    return refused.error().field;
  };
  const ModelConfig model = patch_config(2, 40, R"("patch_times":4)");
  CHECK(field(model, 0) == "config.pretrain");
  CHECK(field(model, std::nan("")) == "config.pretrain");
  CHECK(field(small_config(), 0.5) == "config.embedding.kind");
  CHECK(field(patch_config(2, 40, R"("patch_times":4,"stride_times":2)"), 0.5) == "config.embedding.stride_times");
  CHECK(field(patch_config(2, 40, R"("patch_times":30)"), 0.5) == "config.embedding.patch_times");
  CHECK(field(test::config_from(R"({"architecture":"eegnet","n_chans":8,"n_times":320,"n_outputs":2})"), 0.5) ==
        "config.architecture");
}

}  // namespace pretraining_test
