// Descriptions of a training: its plan, its result, and the card in the model file.
#pragma once

#include <string>

#include "session/open/dataset.h"
#include "session/output/json_out.h"
#include "session/train/training_data.h"
#include "session/train/training_memory.h"
#include "session/train/training_run.h"
#include "train/metrics.h"
#include "train/splits.h"

namespace eegate {

// Properties of a training before its first step.
struct TrainingPlan {
  TrainOptions options;
  Split split;
  SplitRule split_by = SplitRule::kNone;                     // what "auto" came to
  std::string split_text;                                    // empty without validation
  std::vector<std::size_t> train_counts, validation_counts;  // by class
  std::size_t n_parameters = 0, n_shards = 0;
  TrainingMemory memory;
  Warnings warnings;
};

std::string describe_training(const TrainingPlan& plan, const TrainingStart& start, const Dataset& dataset, Keys keys);

// As cards and reports name it.
std::string subject_name(const Dataset& dataset, std::int32_t subject);

// Members of the object.
void write_step(JsonOut& json, const StepRecord& record);
void write_epoch(JsonOut& json, const EpochRecord& record);
void write_judgement(JsonOut& json, const ClassificationMetrics& metrics, const std::vector<std::string>& classes);

// The member `metrics` of a card.
void write_metrics(JsonOut& json, const ClassificationMetrics& metrics, const std::vector<std::string>& classes);

// Whose epochs the figures of a card come from.
struct Judges {
  std::size_t n_trained = 0, n_judging = 0;           // subjects; none trained: they are unknown
  bool are_new = false;                               // no subject is on both sides
  bool known_before = false, unknown_before = false;  // to an earlier training; whether they are, is not known
};
// The limits of the figures, for readers of the card.
std::string limits_text(const Judges& judges);

// Members of `train` in the model file: whose data, which classes, how it was split, how good it was and how far that
// goes. `metrics` is null without validation.
std::string training_card(const TrainingPlan& plan, const TrainingStart& start, const Dataset& dataset,
                          const ClassificationMetrics* metrics, const std::string& date);

}  // namespace eegate
