// The parts of a run's file that the table needs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

struct RunRecord {
  std::string id;
  double accuracy = 0, balanced_accuracy = 0, macro_f1 = 0, kappa = 0, ece = 0, chance = 0;
  double validation_accuracy = 0;
  std::size_t n_train = 0, n_validation = 0, n_test = 0;
  std::size_t n_parameters = 0, n_epochs = 0;
  std::int64_t best_epoch = -1;
  double training_s = 0, latency_ms = 0, peak_mib = 0;
  std::string ended, version, cpu_target;
  std::map<std::int32_t, double> subjects;  // accuracy of each
  std::vector<std::size_t> confusion;       // [classes, classes] of the test, rows = truth
};

// Error RUN_FILE for a text that is not a run of this id.
Result<RunRecord> read_run_record(std::string_view json, std::string_view id);

// The message of an error file; empty for another text.
std::string read_run_error(std::string_view json);

}  // namespace eegate
