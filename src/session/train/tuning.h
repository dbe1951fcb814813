// Evaluation of fine-tuning: a model on held-out windows of a subject before and after it was trained further on the
// others. The tuned model is used only if it is better.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/train/comparison.h"

namespace eegate {

// The ways that are compared: kAsItIs, and the requested words of kTunes; if there are none, those that the
// architecture has parts for.
std::vector<std::string> ways_to_tune(const TrainingStart& model, std::span<const std::string> wanted);
// Errors: TRAIN_TASK of a regression, MODEL_CHANNELS, MODEL_TIMES, TRAIN_LABELS of classes that the model does not
// have, TRAIN_OPTION of other words, of a part that it does not have, and of a model that recentres.
Result<> check_tuned(const TrainingStart& model, const TrainingSet& set, std::span<const std::string> wanted);

// Accuracy less that of the model as it is, on the same windows: Bonett and Price 2012 for paired proportions, with the
// quantile of n_ways intervals that hold together in 95 %.
void measure_gain(ComparedModel& model, std::span<const int> as_it_is, std::span<const int> own,
                  std::span<const int> labels, std::size_t n_ways);
// Fills in `kept` and `advice`.
void judge_tuning(Comparison& comparison);

struct Tuning {
  Comparison comparison;
  std::vector<std::byte> model;  // trained further with all windows; empty where no way pays
};

// From a model file and .npy files; `groups` may be empty; the request's `tuned` is read from the file. Errors of
// compare_npy and check_tuned.
Result<Tuning> tune_npy(std::span<const std::byte> model, std::span<const std::byte> x, std::span<const std::byte> y,
                        std::span<const std::byte> groups, ComparisonRequest request);

}  // namespace eegate
