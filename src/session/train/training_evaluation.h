// Performance of a model on labelled epochs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/classify/calibration.h"
#include "session/open/arrays.h"
#include "session/open/open_files.h"
#include "train/metrics.h"

namespace eegate {

struct Evaluation {
  Task task = Task::kClassify;
  std::size_t n_trials = 0, n_unanswered = 0;  // of all trials those that no figure counts
  std::vector<std::string> classes;
  ClassificationMetrics classification;  // of `classify` and `binary`
  BootstrapIntervals intervals;
  RegressionMetrics regression;  // of `regress`
  std::string calibration;       // empty without one
};

// The rule by which the model is calibrated without labels, and the .npy file with the subject or run of each epoch;
// empty: all belong together.
struct EvaluationCalibration {
  Calibration rule = Calibration::kNone;
  std::span<const std::byte> subjects = {};
};

// Errors: those of read_labelled_epochs, read_subjects, MODEL_TIMES, CALIBRATION_*.
Result<Evaluation> evaluate_npy(OpenModel& open, std::span<const std::byte> x, std::span<const std::byte> y,
                                const Progress& progress = {}, const EvaluationCalibration& calibration = {});

// Snake-case keys; the confusion matrix as rows of truth.
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace eegate
