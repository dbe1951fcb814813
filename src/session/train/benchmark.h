// Benchmark of models on several subjects under standard protocols, with figures for each subject.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "session/train/training_data.h"

namespace eegate {

//   folds   within each subject five shuffled folds: MOABB's within-session evaluation
//   run     within each subject one run left out in turn
//   people  one subject left out in turn
enum class Protocol { kFolds, kRun, kSubject };
inline constexpr auto kProtocols =
    option_table<Protocol>({{"folds", Protocol::kFolds}, {"run", Protocol::kRun}, {"people", Protocol::kSubject}});

struct BenchmarkRequest {
  std::string setup;  // JSON as read_training_start takes it, without a model
  // Presets; behind "+" a calibration of the trials that are tested, without labels, each run by its own: "median", and
  // for tangent_space and fgmdm "recentre" and "online" (trials so far), which train on recentred runs.
  std::vector<std::string> models = {"csp", "tangent_space", "fgmdm", "mdm"};
  Protocol protocol = Protocol::kRun;
  bool mirror = false;    // training trials a second time, hemispheres and classes exchanged
  bool shuffled = false;  // labels exchanged within each run: what is found then is the protocol's own
  std::uint32_t seed = 42;
  std::size_t n_epochs = 30;             // of networks, which learn step by step
  std::function<double()> clock;         // seconds; empty: nothing is measured
  std::function<void(double)> progress;  // the share that is done
};

// Shares of the trials that have an answer; the area under the ROC curve of two classes, NaN of more and of tests that
// have no trial of one of them.
struct Score {
  double accuracy = 0, auc = 0;
};

struct BenchmarkedModel {
  std::string model;
  std::vector<Score> subjects;   // each the mean of the subject's folds
  Score mean, deviation;         // over subjects; the sample's, 0 of one subject
  std::size_t n_unanswered = 0;  // tested trials with probabilities that are not finite; counted in no score
  double seconds = 0;
};

struct Benchmark {
  Protocol protocol = Protocol::kRun;
  std::size_t n_trials = 0, n_runs = 0;
  std::vector<std::int32_t> subjects;
  std::vector<BenchmarkedModel> models;  // as asked for
  Warnings warnings;                     // FOLDS_RECENTRED, FOLDS_OVERLAP, RESULT_NO_ANSWER, BENCHMARK_AUC
};

// The share of pairs of a positive and a negative trial in which the positive one has the higher score; ties count
// half. NaN without both.
double area_under_roc(std::span<const double> scores, std::span<const bool> positive);

// Of the trials' logits [n, L]; `n_unanswered` is increased by those that have no answer.
Score score_of_logits(Task task, ConstMatrix logits, std::span<const int> labels, std::size_t& n_unanswered);

// Numbers of subjects and runs for each trial; runs of different subjects are different ones. Errors: BENCHMARK_MODEL,
// BENCHMARK_FOLDS where a protocol has nothing to leave out or a fold lacks a class, and those of the fits.
Result<Benchmark> run_benchmark(const LabelledEpochs& epochs, std::span<const std::int32_t> subjects,
                                std::span<const std::int32_t> runs, const BenchmarkRequest& request);

// Snake-case keys.
std::string benchmark_json(const Benchmark& benchmark);

}  // namespace eegate
