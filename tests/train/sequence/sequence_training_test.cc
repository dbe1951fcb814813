// Sequence models in the common training loop: windows that share rows, a label for every epoch, epochs without a
// label.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"
#include "support/gradient_check.h"
#include "support/random_values.h"
#include "support/reference_data.h"
#include "train/init.h"
#include "train/save.h"
#include "train/trainable.h"
#include "train/trainer.h"

using namespace eegate;
using namespace eegate::test;

namespace sequence_training_test {

namespace {

constexpr std::string_view kRobust =
    R"({"architecture":"robust_sleep_net","n_chans":2,"n_times":248,"n_outputs":3,"filters":4,"virtual_channels":2,)"
    R"("channel_units":3,"hidden":4,"reduced":4,"attn_units":3,"sequence_hidden":3,"sequence_layers":1,"context":4,)"
    R"("drop_prob":0})";
constexpr std::string_view kSeq =
    R"({"architecture":"seq_sleep_net","n_chans":1,"n_times":400,"n_outputs":3,"filters":4,"hidden":4,"attn_units":3,)"
    R"("sequence_hidden":3,"context":4,"n_fft":64,"window":60,"hop":60})";

constexpr std::string_view kGated =
    R"({"architecture":"gated_stager","n_chans":2,"n_times":400,"n_outputs":3,"filters":4,"dim":8,"attn_units":3,)"
    R"("n_blocks":2,"n_heads":2,"ffn_dim":6,"max_distance":2,"context":4,"n_fft":64,"window":60,"hop":60,)"
    R"("drop_prob":0})";

constexpr std::string_view kMiddle =
    R"({"architecture":"chambon2018","n_chans":2,"n_times":60,"n_outputs":3,"maps":3,"kernel":6,"pad":3,"pool":3,)"
    R"("context":4,"drop_prob":0})";

ModelConfig config_of(std::string_view json) {
  auto config = read_sequence_config(JsonDocument::parse(json)->root());
  INFO((config.ok() ? std::string() : describe(config.error())));
  REQUIRE(config.ok());
  return std::move(config).value();
}

// Images of a record of `n` epochs: one class raises the lower half of its spectra, another one the upper half; of
// signals, the first and the last half of the samples.
// Every third epoch brings another class, so that each window holds two: what is standardised over a window cannot tell
// which class it is of alone.
struct MadeRecord {
  std::vector<float> values;
  TrainingSet set;

  MadeRecord(const ModelConfig& config, std::size_t n, const std::string& seed, std::size_t hop) {
    const TrialShape shape = trial_shape_of(config);
    values = random_values(n * shape.row_size(), seed);
    const std::vector<float> order = random_values(n, seed + "labels");
    int label = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i % 3 == 0) label = (label + (order[i] > 0 ? 1 : 2)) % 3;
      set.targets.classes.push_back(i % 7 == 3 ? kNoClass : label);
      const MapShape images = images_of_window(config);
      const std::size_t bins = images.maps > 1 ? images.maps : images.width;
      for (std::size_t k = 0; k < shape.row_size(); ++k) {
        const int raised = k % bins < bins / 2 ? 1 : 2;
        if (label == raised) values[i * shape.row_size() + k] += 1.5F;
      }
    }
    for (std::size_t first = 0; first + shape.n_rows <= n; first += hop)
      set.first_rows.push_back(static_cast<std::uint32_t>(first));
    set.x = {values.data(), n, shape.n_chans, shape.n_times};
  }
};

TrainableModel model_of(const ModelConfig& config) {
  Weights weights = initial_weights(config, 3);
  auto network = network_of(config, weights);
  REQUIRE(network.ok());
  return {config, std::move(weights), std::move(network).value()};
}

std::vector<std::uint32_t> counting(std::size_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

// The weight of the labels of a trial that the model predicts.
double weight_of(const TrainableModel& model, const TrainingSet& set, std::size_t first_row) {
  const TrialShape shape = trial_shape_of(model.config);
  return total_weight(Task::kClassify, set.targets, first_row + shape.first_answer, shape.n_answers, 3, {});
}

ShardGradients whole_batch(const TrainableModel& model, const TrainingSet& set, std::size_t n_shards = 1) {
  PassMemory memory;
  double weight = 0;
  for (std::size_t t = 0; t < set.n_trials(); ++t) weight += weight_of(model, set, set.first_row(t));
  ShardGradients all{0, {}, model.weights.zeros()};
  for (const Shard& shard : cut_batch(counting(set.n_trials()), n_shards, 0, weight)) {
    const ShardGradients part = compute_shard(model, set, shard, {.dropout = false}, memory);
    all.loss.loss += part.loss.loss;
    all.loss.weight += part.loss.weight;
    for (std::size_t i = 0; i < all.gradients.flat().size(); ++i) all.gradients.flat()[i] += part.gradients.flat()[i];
  }
  return all;
}

}  // namespace

TEST_CASE("an epoch without a class counts in no loss and has no gradient", "[train][sequence]") {
  const std::vector<float> logits = random_values(12, "logits", 2);
  const Targets with_gap{.classes = {2, kNoClass, 0, 1}};
  std::vector<float> gradient(12, 7.0F);
  const LossOptions options{.class_weights = {1, 2, 0.5F}};
  const LossSum sum =
      loss_sum(Task::kClassify, {logits.data(), 4, 3}, with_gap, 0, options, 3.5, {gradient.data(), 4, 3});
  CHECK(sum.weight == 3.5);
  CHECK(total_weight(Task::kClassify, with_gap, 0, 4, 3, options) == 3.5);
  double loss = 0;
  for (const std::size_t i : {0U, 2U, 3U}) {
    const Targets one{.classes = {with_gap.classes[i]}};
    std::vector<float> own(3);
    loss += loss_sum(Task::kClassify, {logits.data() + 3 * i, 1, 3}, one, 0, options, 3.5, {own.data(), 1, 3}).loss;
    CHECK(std::ranges::equal(own, std::span(gradient).subspan(3 * i, 3)));
  }
  CHECK(std::abs(sum.loss - loss) < 1e-12);
  CHECK(std::ranges::all_of(std::span(gradient).subspan(3, 3), [](float g) { return g == 0; }));
  CHECK(check_targets(Task::kClassify, with_gap, 4, 3, true).ok());
  CHECK(check_targets(Task::kClassify, with_gap, 4, 3).error().code == "TRAIN_LABELS");
}

TEST_CASE("gradients of sequences are those of finite differences, through windows that share epochs",
          "[train][sequence]") {
  for (const std::string_view json : {kRobust, kSeq, kGated, kMiddle}) {
    const ModelConfig config = config_of(json);
    TrainableModel model = model_of(config);
    const MadeRecord record(config, 11, "gradient", 3);
    REQUIRE(record.set.n_trials() == 3);
    const ShardGradients found = whole_batch(model, record.set);
    CHECK(found.loss.weight ==
          weight_of(model, record.set, 0) + weight_of(model, record.set, 3) + weight_of(model, record.set, 6));
    if (json == kMiddle) CHECK(found.loss.weight == 3);  // of epochs 2, 5 and 8
    for (std::size_t i = 0; i < model.weights.specs().size(); ++i) {
      const TensorSpec& spec = model.weights.specs()[i];
      if (!spec.is_parameter) continue;
      CAPTURE(config.architecture, spec.name);
      const GradientClaim claim{spec.name, model.weights.values(i), found.gradients.values(i), 0.3};
      GradientCheck check;
      if (json == kMiddle) check.step = 3e-4;  // its maxima have kinks
      const GradientFinding finding = compare_derivatives(claim, check, [&] {
        model.network->set_weights(model.weights);
        const LossSum sum = whole_batch(model, record.set).loss;
        return sum.loss / sum.weight;
      });
      CHECK(finding.error < check.tolerance * finding.norm + 3 * finding.noise + 1e-6);
    }
  }
}

TEST_CASE("shards of sequences sum up to the batch", "[train][sequence]") {
  const ModelConfig config = config_of(kRobust);
  const TrainableModel model = model_of(config);
  const MadeRecord record(config, 40, "shards", 2);
  const ShardGradients one = whole_batch(model, record.set), many = whole_batch(model, record.set, 4);
  CHECK(std::abs(one.loss.loss - many.loss.loss) < 1e-9 * one.loss.loss);
  for (std::size_t i = 0; i < one.gradients.flat().size(); ++i)
    REQUIRE(std::abs(one.gradients.flat()[i] - many.gradients.flat()[i]) < 1e-5F);
}

TEST_CASE("a model of sequences learns, is judged on scored epochs alone, and is saved with its self-test",
          "[train][sequence]") {
  for (const std::string_view json : {kRobust, kSeq, kGated, kMiddle}) {
    const ModelConfig config = config_of(json);
    CAPTURE(config.architecture);
    const MadeRecord train(config, 240, "train", 2), validation(config, 60, "validation", 4);
    TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
    CHECK(options.batch_size == 16);
    options.n_epochs = 60;
    options.schedule.peak = 1e-2;
    const Weights first = initial_weights(config, 1);
    auto trainer = Trainer::create(config, first, train.set, validation.set, options);
    INFO((trainer.ok() ? std::string() : describe(trainer.error())));
    REQUIRE(trainer.ok());
    while (!trainer->done()) {
      REQUIRE(trainer->step().ok());
      if (trainer->at_epoch_end()) trainer->finish_epoch();
    }
    const auto best = std::ranges::max_element(trainer->epochs(), {}, &EpochRecord::accuracy);
    CHECK(best->accuracy > 0.8);
    CHECK(best->accuracy > best->chance + 0.2);
    for (std::size_t i = 0; i < first.specs().size(); ++i) {
      if (first.specs()[i].constraint == Constraint::kFixed)
        CHECK(std::ranges::equal(first.values(i), trainer->result().values(i)));
    }
    const ModelContract contract{
        .ch_names = std::vector<std::string>(config.n_chans, "EEG"), .sfreq = 60, .classes = {"W", "N", "R"}};
    const auto bytes = write_model(config, trainer->result(), contract, {}, WeightFormat::kF16);
    INFO((bytes.ok() ? std::string() : describe(bytes.error())));
    REQUIRE(bytes.ok());
    const auto loaded = SequenceModel::load(*bytes);
    REQUIRE(loaded.ok());
    CHECK(loaded->self_test()->passed);
    CHECK(loaded->contract().classes == contract.classes);
    const auto file = read_sequence_file(*bytes);
    REQUIRE(file.ok());
    CHECK(file->config.to_json() == config.to_json());
  }
}

TEST_CASE("what sequences cannot be trained with is refused", "[train][sequence]") {
  const ModelConfig config = config_of(kRobust);
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.augment.channel_dropout = 0.2;
  CHECK(check_options(options, config).error().code == "TRAIN_OPTION");
  MadeRecord record(config, 12, "refused", 4);
  record.set.targets.classes[2] = 3;
  const auto trainer = Trainer::create(config, initial_weights(config, 1), record.set, {},
                                       default_options(config, OptimizerKind::kAdamW, true));
  REQUIRE_FALSE(trainer.ok());
  CHECK(trainer.error().code == "TRAIN_LABELS");
}

TEST_CASE("new filters of SeqSleepNet are triangles between corners spread over the spectrum", "[train][sequence]") {
  const ModelConfig config = config_of(R"({"architecture":"seq_sleep_net","n_chans":1,"n_times":3000,"n_outputs":5})");
  const Weights weights = initial_weights(config, 1);
  const std::span<const float> shape = weights[std::string_view("filterbank.shape")];
  REQUIRE(shape.size() == 129 * 32);
  const auto at = [&](std::size_t bin, std::size_t filter) { return shape[bin * 32 + filter]; };
  // Corners at floor(257 f / 100), f = 50 i / 33: 0, 3, 7, 11 ...
  CHECK(at(0, 0) == 0);
  CHECK(std::abs(at(1, 0) - 1.0F / 3) < 1e-6F);
  CHECK(at(3, 0) == 1);
  CHECK(at(5, 0) == 0.5F);
  CHECK(at(5, 1) == 0.5F);
  CHECK(at(7, 1) == 1);
  CHECK(at(128, 31) == 0);
  for (std::size_t bin = 7; bin < 120; ++bin) {
    float sum = 0;
    for (std::size_t f = 0; f < 32; ++f) sum += at(bin, f);
    CHECK(std::abs(sum - 1) < 1e-6F);
  }
}

}  // namespace sequence_training_test
