// What a training run is asked to do. docs/CLI.md has the defaults ("train").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/config.h"
#include "train/augment.h"
#include "train/loss.h"
#include "train/optimizer.h"
#include "train/schedule.h"

namespace eegate {

struct TrainOptions {
  OptimizerOptions optimizer;
  ScheduleOptions schedule;
  LossOptions loss;
  AugmentOptions augment;
  std::size_t n_epochs = 100;
  std::size_t batch_size = 64;
  std::size_t n_shards =
      4;  // part of the arithmetic: another number gives other rounding, another number of workers does not
  std::uint64_t seed = 0;  // of order and dropout
  bool shuffle = true;
  bool dropout = true;
  std::size_t patience = 15;  // epochs without a better validation result before training stops; 0: never
  bool restore_best = true;   // the result is the best epoch on validation, not the last
};

// Batches of 64 trials, of models of sequences 16. AdamW: lr 5e-4, decay 0.01, clipping at 1, cosine after a warm-up.
// Others: lr 1e-3, constant, no decay, no clipping except of models with an LSTM; new post_ln weights still get their
// warm-up and clipping. Weights that were trained before start at full rate.
TrainOptions default_options(const ModelConfig& config, OptimizerKind optimizer, bool new_weights);

// Error TRAIN_OPTION: a number out of its range, class weights that are not one positive number for each class.
Result<> check_options(const TrainOptions& options, const ModelConfig& config);

// All of it as a JSON object: part of the model file's `train`, and the fingerprint of a checkpoint.
std::string to_json(const TrainOptions& options);

}  // namespace eegate
