// "What works here": several models on one set of labelled epochs, all with the same folds, and one sentence of advice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/training_data.h"
#include "train/metrics.h"

namespace eegate {

struct ComparisonRequest {
  std::string setup;                 // JSON as read_training_start takes it, without a model
  std::vector<std::string> presets;  // empty: those that are fitted in one go
  std::size_t n_epochs = 30;         // of networks, which learn step by step
  std::uint64_t seed = 0;
  std::function<double()> clock;         // seconds; empty: nothing is measured
  std::function<void(double)> progress;  // the share that is done
};

struct ComparedModel {
  std::string preset;
  ClassificationMetrics metrics;  // of all epochs, each judged by what was learned from the other folds
  // The best model's accuracy less this one's, over the same epochs, with its 95 % interval; 0 for the best.
  double behind = 0;
  Interval behind_interval;
  double seconds = 0;  // of all fits
};

struct Comparison {
  std::vector<std::string> classes;
  std::size_t n_epochs = 0, n_folds = 0;
  std::string split;                  // how folds came about
  std::vector<ComparedModel> models;  // the most accurate first
  std::string advice;                 // one sentence
};

// Folds leave out whole people or runs, ten at most, where `groups` has a number for each epoch; else stretches of
// time: fifths of the epochs in their order. Errors: MODEL_PRESET and those of read_training_start and Trainer;
// COMPARE_FOLDS where a fold would leave a class with fewer than two epochs to learn from.
Result<Comparison> compare_models(const LabelledEpochs& epochs, std::span<const std::int32_t> groups,
                                  const ComparisonRequest& request);

// From .npy files; `groups` may be empty. Adds NPY_*, TRAIN_LABELS, TRAIN_SUBJECTS.
Result<Comparison> compare_npy(std::span<const std::byte> x, std::span<const std::byte> y,
                               std::span<const std::byte> groups, const ComparisonRequest& request);

// Snake-case keys.
std::string comparison_json(const Comparison& comparison);

}  // namespace eegate
