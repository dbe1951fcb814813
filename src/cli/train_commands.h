// The commands train and evaluate, each of several files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/nights.h"

namespace eegate::cli {

struct EvaluateOptions {
  std::string model, input, labels, subjects;
  NightPaths nights;  // instead of input and labels
  std::vector<std::string> channels;
  std::size_t stride = 1;
  std::string calibration = "none";
  bool json = false;
};
Result<> evaluate(const EvaluateOptions& options);
// Of a model of sequences, on recordings with hypnograms.
Result<> evaluate_nights(const EvaluateOptions& options);

struct TrainCommandOptions {
  std::string start, preset;  // one of both
  std::string data, labels, output, optimizer, subjects, log, checkpoint;
  std::vector<std::string> validation;  // none, or samples and labels
  NightPaths nights;                    // instead of data and labels
  std::vector<std::string> channels;    // of the nights
  std::string split = "auto", init, schedule, class_weights, tune = "all";
  std::optional<double> warmup_share, clip_norm, weight_decay;
  double label_smoothing = 0;
  double pretrain = 0;                       // share of the patches that are hidden; 0: training with labels
  std::size_t memory_limit_mib = 0;          // 0: what the machine gives
  std::size_t n_epochs = 0, batch_size = 0;  // 0: the default
  double learning_rate = 0;                  // 0: the default of the optimiser
  std::int64_t patience = -1;                // negative: the default
  std::uint64_t seed = 0;
  std::size_t n_workers = 0;  // 0: one for each core
  double channel_dropout = 0;
  bool jitter = false, mirror = false, f16 = false;
  bool no_shuffle = false, no_dropout = false, resume = false, json = false;
};
// Error TRAIN_INTERRUPTED after Ctrl-C: the weights so far are written.
inline constexpr std::string_view kTrainInterrupted = "TRAIN_INTERRUPTED";
Result<> train(const TrainCommandOptions& options);
// "1,2.5,1"; nothing for other texts.
std::optional<std::vector<float>> class_weights_of(const std::string& text);

}  // namespace eegate::cli
