// Training, one step at a time. Nothing here runs in the background: whoever calls decides when to go on, to show, to
// save, and which worker computes a shard.
//
//   while (!trainer.done()) {
//     trainer.step();                                          // or begin_step, shard_gradients anywhere, finish_step
//     if (trainer.at_epoch_end()) trainer.finish_epoch();
//   }
//
// The same data, options and seed give the same bits, however shards are spread and however often training was stopped
// and restored. Batch norms need the statistics of the whole batch: models that have them use one shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "train/shard.h"
#include "train/train_log.h"
#include "train/train_options.h"

namespace eegate {

class SharedFits;

enum class TrainState { kRunning, kEpochsDone, kNoImprovement, kStopped, kDiverged };

class Trainer {
 public:
  // `validation` without trials: none. Errors: TRAIN_LABELS, TRAIN_OPTION, TRAIN_EMPTY, MODEL_CHANNELS, MODEL_TIMES,
  // MODEL_INPUT_NONFINITE, and those of the network.
  static Result<Trainer> create(ModelConfig config, Weights weights, TrainingSet train, TrainingSet validation,
                                TrainOptions options);
  // The same, a part of trials of which other models learn other parts (train/shared_fits.h).
  static Result<Trainer> create(ModelConfig config, Weights weights, TrainingSet train, TrainingSet validation,
                                TrainOptions options, SharedFits* shared);

  // The shards of the next step. Asking again gives the same ones: a lost worker's shard is simply computed anew.
  std::vector<Shard> begin_step() const;
  ShardGradients shard_gradients(const Shard& shard, PassMemory& memory) const;
  // For compute_shard() on a copy of model and data, in a worker that is told the weights after each step.
  ShardSettings shard_settings() const;
  // All shards of begin_step(), in order. TRAIN_DIVERGED when loss, gradients or new weights are not finite: training
  // is over, and weights() are the last with which the loss was a number.
  // The shards are used up.
  Result<StepRecord> finish_step(std::span<ShardGradients> shards);
  // The three at once.
  Result<StepRecord> step();

  // True after the last step of an epoch, until finish_epoch().
  bool at_epoch_end() const;
  // Validation trials in pieces, the logits of one, and the verdict from all of them in order.
  std::vector<std::vector<std::uint32_t>> begin_validation() const;
  std::vector<float> validation_logits(std::span<const std::uint32_t> trials, PassMemory& memory) const;
  EpochRecord finish_epoch(std::span<const std::vector<float>> logits);
  EpochRecord finish_epoch();

  bool done() const { return state_ != TrainState::kRunning; }
  TrainState state() const { return state_; }
  void stop() { state_ = done() ? state_ : TrainState::kStopped; }
  // Takes stop() back.
  void go_on() { state_ = state_ == TrainState::kStopped ? TrainState::kRunning : state_; }

  const ModelConfig& config() const { return model_.config; }
  const TrainOptions& options() const { return options_; }
  const TrainableModel& model() const { return model_; }
  const Weights& weights() const { return model_.weights; }
  // What training is for: the best epoch's weights where there is a validation set, else the latest.
  const Weights& result() const;
  // What a fit in one go (train/closed_form.h) says of itself, an object; empty where training goes step by step. Such
  // a model has its weights from the beginning: its only step measures their loss, on all trials.
  const std::string& fit_json() const { return fit_json_; }
  std::uint64_t n_steps_done() const { return step_; }
  std::size_t steps_per_epoch() const;
  std::uint64_t n_steps_total() const { return static_cast<std::uint64_t>(steps_per_epoch()) * options_.n_epochs; }
  const std::vector<EpochRecord>& epochs() const { return epochs_; }

  // Everything that a later process needs to go on, between any two calls. Data and options are not part of it.
  std::vector<std::byte> checkpoint() const;
  // Into a trainer made from the same configuration, data and options. Error TRAIN_CHECKPOINT if it is not.
  Result<> restore(std::span<const std::byte> checkpoint);

 private:
  Trainer(TrainableModel model, TrainingSet train, TrainingSet validation, TrainOptions options);
  std::vector<std::uint32_t> epoch_order(std::size_t epoch) const;
  double batch_weight(std::span<const std::uint32_t> batch) const;
  std::size_t epoch_index() const { return epochs_.size(); }
  bool selects_best() const { return options_.restore_best && validation_.x.d0 > 0; }
  bool improves(const EpochRecord& record) const;
  Targets take_scored(std::vector<float>& logits, std::size_t n_outputs) const;
  void validate(EpochRecord& record, std::span<const std::vector<float>> logits) const;
  Result<> move_weights(StepRecord& record);
  Result<StepRecord> measure_fit();
  Error diverged(std::string what);
  std::string checkpoint_header() const;
  // The optimizer's steps.
  Result<std::uint64_t> restore_counters(std::string_view json);

  TrainableModel model_;
  TrainingSet train_, validation_;
  TrainOptions options_;
  Optimizer optimizer_;
  PassMemory memory_;
  Weights gradients_;  // of the whole batch
  Weights good_;       // the latest weights with which the loss was a number: those before the last step
  Weights best_;       // of the best epoch on validation
  LossSum epoch_loss_;
  std::uint64_t step_ = 0;
  std::ptrdiff_t best_epoch_ = -1;
  std::vector<EpochRecord> epochs_;
  TrainState state_ = TrainState::kRunning;
  std::string fit_json_;
};

}  // namespace eegate
