// "What works here": several models on one set of labelled epochs, all with the same folds, and one sentence of advice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/output/json_out.h"
#include "session/train/own_bands.h"
#include "session/train/training_data.h"
#include "session/train/training_request.h"
#include "train/metrics.h"

namespace eegate {

struct ComparisonRequest {
  std::string setup;                 // JSON as read_training_start takes it, without a model
  std::vector<std::string> presets;  // "fitted", or nothing: those that are fitted in one go
  // Instead of presets a model as it is, and trained further: `presets` are words of kTunes, or nothing: all that its
  // architecture has parts for.
  std::optional<TrainingStart> tuned;
  std::size_t n_epochs = 30;  // of networks, which learn step by step
  // Of a model that is trained further; 0: the optimizer's own rate. Few windows want small batches.
  double learning_rate = 0;
  std::size_t batch_size = 16;
  std::uint64_t seed = 0;
  // Models with a band of their own (own_bands.h) are fitted in it, where this says that the epochs contain it.
  EpochSpectrum spectrum = {};
  std::vector<EpochPlace> places = {};   // when the epochs were; empty: unknown
  Warnings warnings = {};                // about the data, for the result
  std::function<double()> clock;         // seconds; empty: nothing is measured
  std::function<void(double)> progress;  // the share that is done
};

inline constexpr std::string_view kAsItIs = "as_is";

struct ComparedModel {
  std::string preset;
  std::optional<FrequencyBand> band;  // in which it was fitted; none: that of the epochs
  ClassificationMetrics metrics;      // of all epochs, each judged by what was learned from the other folds
  // The best model's accuracy less this one's, over the epochs that both answered, with its 95 % interval; 0 for
  // the best.
  double behind = 0;
  Interval behind_interval;
  // The same of this one's accuracy less that of the model as it is, where one is trained further; intervals of all
  // ways to train it hold together (Bonferroni).
  double gain = 0;
  Interval gain_interval;
  double seconds = 0;  // of all fits
};

struct Comparison {
  std::vector<std::string> classes;
  std::size_t n_epochs = 0, n_folds = 0;
  std::string split;                  // how folds came about
  std::vector<ComparedModel> models;  // the most accurate first
  std::string kept;    // the way to train further that pays: its interval lies above 0; kAsItIs: none does
  std::string advice;  // one sentence
  Warnings warnings;   // FOLDS_RECENTRED, EPOCHS_UNTIMED, and those of the request
};

// The result of one part.
struct ComparedPart {
  bool done = false;                 // else the part goes on with the next call
  std::vector<float> probabilities;  // [n, n_classes] of the epochs that were left out
  double seconds = 0;                // of its fit
};

// The same in parts, one for each model and fold, that do not depend on each other: several engines that hold the same
// epochs can share them out, and one takes what the others found. Parts of one unit, models of covariances and the same
// fold, are done faster by one engine, one after the other.
class ModelComparison {
 public:
  // Folds leave out whole subjects or runs, ten at most, where `groups` has a number for each epoch; else segments of
  // time: fifths of the epochs in their order, without which nothing is learned from epochs that share samples with
  // them. The epochs must outlive it. Errors: COMPARE_FOLDS where a fold would leave a class with fewer than two epochs
  // to learn from, MODEL_PRESET.
  static Result<std::unique_ptr<ModelComparison>> begin(const LabelledEpochs& epochs,
                                                        std::span<const std::int32_t> groups,
                                                        const ComparisonRequest& request);
  ~ModelComparison();
  std::size_t n_parts() const { return parts_.size(); }
  // The first part of each unit, ascending.
  const std::vector<std::uint32_t>& units() const { return units_; }
  // A step of one part: its fit, or a training step of a network. Errors: TRAIN_OPTION where there is no such part, and
  // those of read_training_start and Trainer.
  Result<ComparedPart> work(std::size_t part);
  // The result of a part, computed here or by another engine. Error TRAIN_OPTION where it is not that part's.
  Result<> take(std::size_t part, const ComparedPart& found);
  // Number of models that are finished, because all their parts are taken. The ways to train a model further are
  // finished together, as their intervals hold together.
  std::size_t n_finished() const { return result_.models.size(); }
  // Options for training a model further, in one of the ways; else the options of networks.
  static TrainingRequest training_of(const ComparisonRequest& request, std::string_view way);
  // Of the models that are finished; null before the first.
  const Comparison* result() const { return n_finished() > 0 ? &result_ : nullptr; }

 private:
  struct Source;
  struct Fit;
  struct Parted;
  struct Part {
    std::size_t model = 0, fold = 0;
  };
  ModelComparison(const LabelledEpochs& epochs, std::span<const std::int32_t> groups, const ComparisonRequest& request);
  Result<Source*> source_of(std::size_t model);
  Result<> check_part(std::size_t part) const;
  Result<TrainingStart> start_of(const std::string& preset) const;
  void list_parts(std::span<const std::uint8_t> shares);
  Result<> begin_fit(std::size_t part);
  void compare_finished();
  double seconds() const { return request_.clock ? request_.clock() : 0; }

  const LabelledEpochs* epochs_;
  std::vector<std::int32_t> groups_;
  ComparisonRequest request_;
  DataFacts facts_;
  std::vector<Fold> folds_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> units_;
  std::vector<std::optional<FrequencyBand>> bands_;  // by model
  std::unique_ptr<Source> as_given_, filtered_;      // epochs in their own band, and in that of the models
  std::unique_ptr<Parted> parted_;                   // by the fold of the last fit
  std::unique_ptr<Fit> now_;                         // that is under way
  std::vector<bool> taken_;                          // by part
  std::vector<std::size_t> n_missing_;               // by model: its parts that are not taken
  std::vector<std::vector<float>> tables_;           // by model: its probabilities of all epochs
  std::vector<double> seconds_;                      // by model: of its fits
  Comparison result_;
};

// All of it. Errors of both.
Result<Comparison> compare_models(const LabelledEpochs& epochs, std::span<const std::int32_t> groups,
                                  const ComparisonRequest& request);

// From .npy files; `groups` may be empty. Adds NPY_*, TRAIN_LABELS, TRAIN_SUBJECTS.
Result<Comparison> compare_npy(std::span<const std::byte> x, std::span<const std::byte> y,
                               std::span<const std::byte> groups, const ComparisonRequest& request);

std::string comparison_json(const Comparison& comparison, Keys keys = Keys::kSnake);

}  // namespace eegate
