// eegate experiment, without its options' spelling.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace eegate::cli {

struct ExperimentOptions {
  std::string plan, output, data, shard;
  std::size_t n_workers = 0;  // 0: one for each core
  bool dry_run = false, json = false;
  bool table = false;  // nothing is run; the table of what is there
};
// Errors: those of the plan and the data, before anything is run; EXPERIMENT_FAILED_RUNS, after a line for each;
// TRAIN_INTERRUPTED after Ctrl-C. The table is written in either case; by a shard only when it is the last to end.
Result<> experiment(const ExperimentOptions& options);

}  // namespace eegate::cli
