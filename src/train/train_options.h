// Options of a training run. docs/CLI.md ("train") lists the defaults.
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
  std::size_t n_shards = 4;  // affects rounding, hence results; the number of workers does not
  std::uint64_t seed = 0;    // of order and dropout
  bool shuffle = true;
  bool dropout = true;
  std::size_t patience = 15;  // early stopping: epochs without a better validation result; 0: never
  bool restore_best = true;   // the result is the epoch with the best validation result, not the last
};

// Batches of 64 trials, 16 for sequence models. AdamW: learning rate 5e-4, weight decay 0.01, clipping at 1, warm-up
// and cosine decay. Other optimisers: 1e-3, constant, no weight decay, clipping only for recurrent models; new post_ln
// models still get warm-up and clipping. Weights that were trained before get no warm-up.
TrainOptions default_options(const ModelConfig& config, OptimizerKind optimizer, bool new_weights);

// The options that a fit in closed form does not use but that are set, as a warning TRAIN_OPTION; empty for models that
// learn step by step.
Warnings unused_options(const TrainOptions& options, const ModelConfig& config);

// Error TRAIN_OPTION: a number out of range, or class weights that are not one positive number for each class.
Result<> check_options(const TrainOptions& options, const ModelConfig& config);

// All options as a JSON object, for `train` in model files and to identify the run of a checkpoint.
std::string to_json(const TrainOptions& options);

}  // namespace eegate
