// The records of a training run, one for each step and each training epoch, and their JSON lines in a log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "files/json.h"

namespace eegate {

struct StepRecord {
  std::uint64_t step = 0;
  double loss = 0;  // mean over the batch, before the step
  double learning_rate = 0;
  double gradient_norm = 0;  // before clipping
};

struct EpochRecord {
  std::size_t epoch = 0;
  double train_loss = 0;  // mean over all trials of the losses before the epoch's steps
  bool has_validation = false;
  double validation_loss = 0;  // without class weights and smoothing
  // Only for `classify` and `binary`:
  double accuracy = 0, balanced_accuracy = 0, macro_f1 = 0, kappa = 0;
  double chance = 0;     // share of the most frequent class of the validation set
  bool is_best = false;  // so far
};

// {"step":0,"loss":1.2,"lr":0.001,"gradient_norm":0.5}
std::string to_json(const StepRecord& record);
// {"epoch":0,"train_loss":1.1,"validation":{"loss":..., "accuracy":..., ...},"best":true}
std::string to_json(const EpochRecord& record);
EpochRecord read_epoch_record(const JsonValue& object);

}  // namespace eegate
