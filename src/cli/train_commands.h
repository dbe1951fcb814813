// The commands around training; commands.h has the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate::cli {

struct GradOptions {
  std::string model, input, labels, output;
  bool batch_statistics = false;
};
Result<> grad(const GradOptions& options);

struct EvaluateOptions {
  std::string model, input, labels;
  bool json = false;
};
Result<> evaluate(const EvaluateOptions& options);

struct TrainCommandOptions {
  std::string start, data, labels, output, optimizer, subjects, log, checkpoint;
  std::vector<std::string> validation;       // none, or samples and labels
  std::size_t n_epochs = 0, batch_size = 0;  // 0: the default
  double learning_rate = 0;                  // 0: the default of the optimiser
  std::int64_t patience = -1;                // negative: the default
  std::uint64_t seed = 0;
  std::size_t n_workers = 0;  // 0: one for each core
  double channel_dropout = 0;
  bool jitter = false, mirror = false, f16 = false;
  bool no_shuffle = false, no_dropout = false, resume = false, json = false;
};
Result<> train(const TrainCommandOptions& options);

}  // namespace eegate::cli
