#include "train/trainer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "base/finite.h"
#include "base/rng.h"
#include "kernels/descent.h"
#include "train/closed_form.h"
#include "train/metrics.h"
#include "train/optimizer.h"
#include "train/trainable.h"

namespace eegate {
namespace {

Result<> check_set(const TrainingSet& set, const ModelConfig& config, bool longer, const char* name) {
  const TrialShape shape = trial_shape_of(config);
  if (set.x.d1 != shape.n_chans) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The epochs have another number of channels than the model",
                 .field = name,
                 .found = std::to_string(set.x.d1),
                 .expected = std::to_string(shape.n_chans)};
  }
  if (set.x.d2 < shape.n_times || (set.x.d2 > shape.n_times && !longer)) {
    return Error{.code = "MODEL_TIMES",
                 .message = "The epochs have another number of samples than the model",
                 .field = name,
                 .found = std::to_string(set.x.d2),
                 .expected = std::to_string(shape.n_times) + (longer ? " or more" : ""),
                 .hint = "Cut epochs of this length."};
  }
  EEGATE_CHECK(check_targets(config.task, set.targets, set.x.d0, config.n_outputs, is_sequence_model(config)));
  const std::span<const float> values = set.x.flat();
  const auto bad = std::find_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); });
  if (bad == values.end()) return {};
  const std::size_t index = static_cast<std::size_t>(bad - values.begin());
  return Error{.code = "MODEL_INPUT_NONFINITE",
               .message = "The epochs hold values that are not finite numbers",
               .field = name,
               .place = "epoch " + std::to_string(index / (set.x.d1 * set.x.d2)) + ", channel " +
                        std::to_string(index / set.x.d2 % set.x.d1) + ", sample " + std::to_string(index % set.x.d2),
               .found = std::isnan(*bad) ? "NaN" : "infinity",
               .expected = "finite microvolts"};
}

std::vector<std::uint32_t> counting(std::size_t first, std::size_t n) {
  std::vector<std::uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(first));
  return numbers;
}

void validate(EpochRecord& record, const Trainer::Judgement& judgement) {
  const ClassificationMetrics& m = judgement.metrics;
  record.has_validation = true;
  record.validation_loss = judgement.loss.loss / judgement.loss.weight;
  record.accuracy = m.accuracy;
  record.balanced_accuracy = m.balanced_accuracy;
  record.macro_f1 = m.macro_f1;
  record.kappa = m.kappa;
  record.chance = m.chance;
}

}  // namespace

Result<Trainer> Trainer::create(ModelConfig config, Weights weights, TrainingSet train, TrainingSet validation,
                                TrainOptions options) {
  return create(std::move(config), std::move(weights), std::move(train), std::move(validation), std::move(options),
                nullptr);
}

Result<Trainer> Trainer::create(ModelConfig config, Weights weights, TrainingSet train, TrainingSet validation,
                                TrainOptions options, SharedFits* shared) {
  EEGATE_CHECK(check_options(options, config));
  if (train.x.d0 == 0) {
    return Error{.code = "TRAIN_EMPTY",
                 .message = "There is no epoch to train on",
                 .field = "data",
                 .found = "0 epochs",
                 .expected = "1 or more"};
  }
  EEGATE_CHECK(check_set(train, config, options.augment.jitter, "data"));
  if (validation.x.d0 > 0) EEGATE_CHECK(check_set(validation, config, false, "validation"));
  if (has_batch_norm(weights)) options.n_shards = 1;
  std::string fit_json;
  if (is_closed_form(config) && options.optimizer.tune == Tune::kAll) {
    EEGATE_TRY(ClosedFormFit fit, fit_closed_form(config, train, options.augment, shared));
    config = std::move(fit.config);
    weights = std::move(fit.weights);
    fit_json = std::move(fit.report_json);
    options.n_epochs = 1;
    options.batch_size = std::max(train.x.d0, validation.x.d0);
  }
  EEGATE_TRY(std::unique_ptr<Network> network, network_of(config, weights));
  Trainer trainer({std::move(config), std::move(weights), std::move(network)}, std::move(train), std::move(validation),
                  std::move(options));
  trainer.fit_json_ = std::move(fit_json);
  trainer.leave_out_silent();
  if (trainer.trials_.empty()) {
    return Error{.code = "TRAIN_EMPTY",
                 .message = "All epochs to train on are zeros throughout",
                 .field = "data",
                 .found = std::to_string(trainer.n_left_out()) + " epochs of zeros",
                 .expected = "epochs with a signal"};
  }
  return trainer;
}

Trainer::Trainer(TrainableModel model, TrainingSet train, TrainingSet validation, TrainOptions options)
    : model_(std::move(model)),
      train_(std::move(train)),
      trials_(counting(0, train_.n_trials())),
      validation_(std::move(validation)),
      options_(std::move(options)),
      optimizer_(options_.optimizer, model_.weights),
      gradients_(model_.weights.zeros()),
      good_(model_.weights),
      best_(model_.weights) {}

// A covariance of zeros has no logarithm, and its features no gradient. A closed-form fit leaves them out itself.
void Trainer::leave_out_silent() {
  if (!is_closed_form(model_.config) || !fit_json_.empty()) return;
  std::erase_if(trials_, [&](std::uint32_t trial) {
    return std::ranges::all_of(train_.x[trial].flat(), [](float value) { return value == 0; });
  });
}

std::size_t Trainer::steps_per_epoch() const {
  return (trials_.size() + options_.batch_size - 1) / options_.batch_size;
}

// Fisher-Yates shuffle with a random stream for each epoch.
std::vector<std::uint32_t> Trainer::epoch_order(std::size_t epoch) const {
  std::vector<std::uint32_t> order = trials_;
  if (!options_.shuffle) return order;
  const Rng rng(options_.seed ^ ((static_cast<std::uint64_t>(epoch) + 1) * 0x9E3779B97F4A7C15u), "shuffle");
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(rng.bits(i) % i)]);
  return order;
}

// The weight of the batch after augmentation: a mirrored trial has the class of its mirror image.
double Trainer::batch_weight(std::span<const std::uint32_t> batch) const {
  const TrialShape shape = trial_shape_of(model_.config);
  const Augmentation augmentation(options_.augment, options_.seed, step_, model_.config.n_chans);
  double total = 0;
  Targets target;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (is_sequence_model(model_.config)) {
      total += total_weight(model_.config.task, train_.targets, train_.first_row(batch[i]) + shape.first_answer,
                            shape.n_answers, model_.config.n_outputs, options_.loss);
      continue;
    }
    if (!train_.targets.classes.empty()) {
      target.classes.assign(1, augmentation.class_of(train_.targets.classes[batch[i]], i));
    }
    total += total_weight(model_.config.task, target, 0, 1, model_.config.n_outputs, options_.loss);
  }
  return total;
}

std::vector<Shard> Trainer::begin_step() const {
  if (!fit_json_.empty()) return {};
  const std::vector<std::uint32_t> order = epoch_order(static_cast<std::size_t>(step_ / steps_per_epoch()));
  const std::size_t first = static_cast<std::size_t>(step_ % steps_per_epoch()) * options_.batch_size;
  const std::span<const std::uint32_t> batch =
      std::span(order).subspan(first, std::min(options_.batch_size, order.size() - first));
  return cut_batch(batch, options_.n_shards, step_, batch_weight(batch));
}

ShardSettings Trainer::shard_settings() const {
  return {.loss = options_.loss,
          .augment = options_.augment,
          .seed = options_.seed,
          .dropout = options_.dropout,
          .batch_statistics = has_batch_norm(model_.weights) && options_.optimizer.tune != Tune::kHead};
}

ShardGradients Trainer::shard_gradients(const Shard& shard, PassMemory& memory) const {
  return compute_shard(model_, train_, shard, shard_settings(), memory);
}

Result<StepRecord> Trainer::finish_step(std::span<ShardGradients> shards) {
  assert(!done() && !at_epoch_end());
  if (!fit_json_.empty()) return measure_fit();
  LossSum sum;
  for (ShardGradients& shard : shards) {
    assert(shard.index < shards.size() && &shards[shard.index] == &shard);
    if (shard.index == 0)
      std::swap(gradients_, shard.gradients);
    else
      add_to(gradients_.flat(), shard.gradients.flat());
    sum.loss += shard.loss.loss;
    sum.weight += shard.loss.weight;
  }
  StepRecord record{.step = step_,
                    .loss = sum.loss / sum.weight,
                    .learning_rate = learning_rate(options_.schedule, step_, n_steps_total())};
  if (!std::isfinite(record.loss)) {
    model_.weights = good_;
    return diverged("the loss");
  }
  EEGATE_CHECK(move_weights(record));
  epoch_loss_.loss += sum.loss;
  epoch_loss_.weight += sum.weight;
  ++step_;
  return record;
}

Result<StepRecord> Trainer::measure_fit() {
  const std::size_t n = train_.x.d0, n_times = model_.config.n_times;
  std::vector<float> windows(n * model_.config.n_chans * n_times);
  const Tensor3 x(windows.data(), n, model_.config.n_chans, n_times);
  const AugmentOptions plain;
  const Augmentation none(plain, 0, 0, model_.config.n_chans);
  for (std::size_t i = 0; i < n; ++i) none.apply(train_.x[i], i, x[i]);
  const std::vector<float> logits = infer(model_, {x, {}}, counting(0, n), memory_);
  // The logits of trials of zeros are NaN; the fit left such trials out.
  epoch_loss_ = answered_loss(model_.config.task, {logits.data(), n, model_.config.n_outputs}, train_.targets);
  const StepRecord record{.step = step_++, .loss = epoch_loss_.loss / epoch_loss_.weight};
  return std::isfinite(record.loss) ? Result<StepRecord>(record) : diverged("the loss");
}

Result<> Trainer::move_weights(StepRecord& record) {
  const Tune tune = options_.optimizer.tune;
  record.gradient_norm = gradient_norm(gradients_, tune);
  if (!std::isfinite(record.gradient_norm)) return diverged("the gradient");
  // The memory of the weights before the last step is reused for the new ones.
  Weights& next = good_;
  optimizer_.step(next, model_.weights, gradients_, record.learning_rate, record.gradient_norm);
  move_running_statistics(next, model_.weights, gradients_, tune);
  apply_constraints(next, tune);
  if (!finite_everywhere(next.flat())) {
    next = model_.weights;
    return diverged("a weight after the step");
  }
  std::swap(model_.weights, next);
  model_.network->set_weights(model_.weights);
  return {};
}

Error Trainer::diverged(std::string what) {
  state_ = TrainState::kDiverged;
  model_.network->set_weights(model_.weights);
  return Error{
      .code = "TRAIN_DIVERGED",
      .message = "Training ran away: " + what + " is not a finite number any more; the last good weights are kept",
      .field = "loss",
      .place = "step " + std::to_string(step_),
      .found = "NaN or infinity",
      .expected = "a finite number",
      .hint = "Use a smaller learning rate, a longer warm-up, or clipping."};
}

Result<StepRecord> Trainer::step() {
  std::vector<ShardGradients> parts;
  for (const Shard& shard : begin_step()) parts.push_back(shard_gradients(shard, memory_));
  return finish_step(parts);
}

bool Trainer::at_epoch_end() const {
  return state_ != TrainState::kDiverged && step_ == static_cast<std::uint64_t>(epoch_index() + 1) * steps_per_epoch();
}

std::vector<std::vector<std::uint32_t>> Trainer::begin_validation() const {
  std::vector<std::vector<std::uint32_t>> chunks;
  const std::size_t n = validation_.n_trials();
  for (std::size_t first = 0; first < n; first += options_.batch_size) {
    chunks.push_back(counting(first, std::min(options_.batch_size, n - first)));
  }
  return chunks;
}

std::vector<float> Trainer::validation_logits(std::span<const std::uint32_t> trials, PassMemory& memory) const {
  return infer(model_, validation_, trials, memory);
}

// Reduces the logits to the validation rows that have a class; returns these classes.
Targets Trainer::take_scored(std::vector<float>& logits, std::size_t n_outputs) const {
  Targets scored;
  const TrialShape shape = trial_shape_of(model_.config);
  const std::size_t n_rows = shape.n_rows;
  auto to = logits.begin();
  for (std::size_t i = 0; i < validation_.n_trials() * n_rows; ++i) {
    const int label = validation_.targets.classes[validation_.first_row(i / n_rows) + i % n_rows];
    if (label == kNoClass || !shape.answers(i % n_rows)) continue;
    to = std::copy_n(logits.begin() + static_cast<std::ptrdiff_t>(i * n_outputs), n_outputs, to);
    scored.classes.push_back(label);
  }
  logits.erase(to, logits.end());
  return scored;
}

Trainer::Judgement Trainer::judge(std::span<const std::vector<float>> logits) const {
  std::vector<float> all;
  for (const std::vector<float>& chunk : logits) all.insert(all.end(), chunk.begin(), chunk.end());
  Targets scored;
  const std::size_t n_outputs = model_.config.n_outputs;
  const Targets& targets =
      is_sequence_model(model_.config) ? scored = take_scored(all, n_outputs) : validation_.targets;
  const ConstMatrix rows(all.data(), all.size() / n_outputs, n_outputs);
  Judgement judgement{.loss = answered_loss(model_.config.task, rows, targets), .metrics = {}};
  if (model_.config.task == Task::kRegress) return judgement;
  const std::vector<float> probabilities = class_probabilities(model_.config.task, rows);
  judgement.metrics =
      classification_metrics({probabilities.data(), rows.rows, model_.config.n_classes()}, targets.classes);
  return judgement;
}

// Better: higher accuracy, then lower loss. For regression the accuracy is always 0.
bool Trainer::improves(const EpochRecord& record) const {
  if (!record.has_validation || !std::isfinite(record.validation_loss)) return false;
  if (best_epoch_ < 0) return true;
  const EpochRecord& best = epochs_[static_cast<std::size_t>(best_epoch_)];
  if (record.accuracy != best.accuracy) return record.accuracy > best.accuracy;
  return record.validation_loss < best.validation_loss;
}

EpochRecord Trainer::finish_epoch(std::span<const std::vector<float>> logits) {
  EpochRecord record{.epoch = epoch_index(), .train_loss = epoch_loss_.loss / epoch_loss_.weight};
  epoch_loss_ = {};
  if (validation_.x.d0 > 0) validate(record, judge(logits));
  record.is_best = improves(record);
  epochs_.push_back(record);
  if (record.is_best) {
    best_epoch_ = static_cast<std::ptrdiff_t>(record.epoch);
    best_ = model_.weights;
  }
  if (state_ != TrainState::kRunning) return record;
  const bool tired =
      options_.patience > 0 && record.has_validation &&
      static_cast<std::ptrdiff_t>(record.epoch) - best_epoch_ >= static_cast<std::ptrdiff_t>(options_.patience);
  if (tired) state_ = TrainState::kNoImprovement;
  if (epochs_.size() >= options_.n_epochs) state_ = TrainState::kEpochsDone;
  return record;
}

EpochRecord Trainer::finish_epoch() {
  std::vector<std::vector<float>> logits;
  for (const auto& trials : begin_validation()) logits.push_back(validation_logits(trials, memory_));
  return finish_epoch(logits);
}

const Weights& Trainer::result() const { return selects_best() && best_epoch_ >= 0 ? best_ : model_.weights; }

}  // namespace eegate
