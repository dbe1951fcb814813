// The training loop, one step at a time. Nothing runs in the background: the caller decides when to continue, to
// report, to save, and which worker computes a shard.
//
//   while (!trainer.done()) {
//     trainer.step();  // or begin_step(), shard_gradients() on any worker, finish_step()
//     if (trainer.at_epoch_end()) trainer.finish_epoch();
//   }
//
// The same data, options and seed give the same bits, however shards are distributed and however often training was
// stopped and restored. Models with batch norms use one shard, because they need the statistics of the whole batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "train/metrics.h"
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
  // The same for a subset of the trials of `shared`, for closed-form fits (train/shared_fits.h).
  static Result<Trainer> create(ModelConfig config, Weights weights, TrainingSet train, TrainingSet validation,
                                TrainOptions options, SharedFits* shared);

  // The shards of the next step. A repeated call returns the same ones, so that a lost shard can be computed again.
  std::vector<Shard> begin_step() const;
  ShardGradients shard_gradients(const Shard& shard, PassMemory& memory) const;
  // For compute_shard() in a worker with a copy of model and data, which receives the weights after each step.
  ShardSettings shard_settings() const;
  // Takes the gradients of all shards of begin_step(), in order, and overwrites them. Error TRAIN_DIVERGED if loss,
  // gradients or new weights are not finite: training ends, and weights() are the last with a finite loss.
  Result<StepRecord> finish_step(std::span<ShardGradients> shards);
  // begin_step(), shard_gradients() and finish_step().
  Result<StepRecord> step();

  // True after the last step of an epoch, until finish_epoch().
  bool at_epoch_end() const;
  // Validation at the end of an epoch: the trials in chunks, the logits of a chunk, and the record from the logits of
  // all chunks in order.
  std::vector<std::vector<std::uint32_t>> begin_validation() const;
  std::vector<float> validation_logits(std::span<const std::uint32_t> trials, PassMemory& memory) const;
  EpochRecord finish_epoch(std::span<const std::vector<float>> logits);
  EpochRecord finish_epoch();
  // What the logits of all chunks of begin_validation() come to. For `regress` without metrics.
  struct Judgement {
    LossSum loss;
    ClassificationMetrics metrics;
  };
  Judgement judge(std::span<const std::vector<float>> logits) const;

  bool done() const { return state_ != TrainState::kRunning; }
  TrainState state() const { return state_; }
  void stop() { state_ = done() ? state_ : TrainState::kStopped; }
  // Undoes stop().
  void resume() { state_ = state_ == TrainState::kStopped ? TrainState::kRunning : state_; }

  const ModelConfig& config() const { return model_.config; }
  const TrainOptions& options() const { return options_; }
  const TrainableModel& model() const { return model_; }
  const Weights& weights() const { return model_.weights; }
  // The trained weights: of the best epoch if there is a validation set and restore_best, else the latest.
  const Weights& result() const;
  // The report of a closed-form fit (train/closed_form.h), a JSON object; empty for gradient descent. A model that was
  // fitted in closed form has its weights from the beginning: its only step computes the loss of all trials.
  const std::string& fit_json() const { return fit_json_; }
  // Trials of zeros throughout, which covariance classifiers cannot answer and gradient descent on them leaves out.
  std::size_t n_left_out() const { return train_.n_trials() - trials_.size(); }
  std::uint64_t n_steps_done() const { return step_; }
  std::size_t steps_per_epoch() const;
  std::uint64_t n_steps_total() const { return static_cast<std::uint64_t>(steps_per_epoch()) * options_.n_epochs; }
  const std::vector<EpochRecord>& epochs() const { return epochs_; }

  // The state of the run, without data and options, at any time between two calls.
  std::vector<std::byte> checkpoint() const;
  // Restores it in a trainer with the same configuration, data and options. Error TRAIN_CHECKPOINT if they differ.
  Result<> restore(std::span<const std::byte> checkpoint);

 private:
  Trainer(TrainableModel model, TrainingSet train, TrainingSet validation, TrainOptions options);
  void leave_out_silent();
  std::vector<std::uint32_t> epoch_order(std::size_t epoch) const;
  double batch_weight(std::span<const std::uint32_t> batch) const;
  std::size_t epoch_index() const { return epochs_.size(); }
  bool selects_best() const { return options_.restore_best && validation_.x.d0 > 0; }
  bool improves(const EpochRecord& record) const;
  Targets take_scored(std::vector<float>& logits, std::size_t n_outputs) const;
  Result<> move_weights(StepRecord& record);
  Result<StepRecord> measure_fit();
  Error diverged(std::string what);
  std::string checkpoint_header() const;
  // Returns the optimizer's number of steps.
  Result<std::uint64_t> restore_counters(std::string_view json);

  TrainableModel model_;
  TrainingSet train_;
  std::vector<std::uint32_t> trials_;  // of train_, those from which it learns
  TrainingSet validation_;
  TrainOptions options_;
  Optimizer optimizer_;
  PassMemory memory_;
  Weights gradients_;  // of the whole batch
  Weights good_;       // the latest weights with a finite loss: those before the last step
  Weights best_;       // of the epoch with the best validation result
  LossSum epoch_loss_;
  std::uint64_t step_ = 0;
  std::ptrdiff_t best_epoch_ = -1;
  std::vector<EpochRecord> epochs_;
  TrainState state_ = TrainState::kRunning;
  std::string fit_json_;
};

}  // namespace eegate
