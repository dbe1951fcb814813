// One point of an experiment from data to a result file.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/points.h"

namespace eegate {

struct RunContext {
  const ExperimentPlan& plan;
  const TrialTable& table;
  const TrialData& data;  // of the point's band and electrodes
  const NamedSplit& split;
  const RunPoint& point;
};

// Callbacks of a run; all may be empty.
struct RunHooks {
  std::function<bool()> interrupted;                            // asked after every step
  std::function<void(double)> progress;                         // 0 to 1
  std::function<Result<>(const std::vector<std::byte>&)> save;  // a state from which the run can go on
  std::function<double()> peak_mib;                             // memory of the process
  std::vector<std::byte> saved;                                 // what an interrupted run saved last
  double save_every_s = 20;
};

inline constexpr std::string_view kRunInterrupted = "RUN_INTERRUPTED";

// The result as a line of JSON; all but its member `measured` (times, memory) depends on the point alone, however often
// the run was interrupted. Errors: MODEL_*, TRAIN_*, AUDIT_*; RUN_INTERRUPTED, after the state was saved.
Result<std::string> run_point(const RunContext& context, const RunHooks& hooks = {});

// What makes a run fail before it trains: split, window, configuration, options, memory. Of `context.data` all but the
// values is used. Errors: as run_point().
Result<> check_point(const RunContext& context);

}  // namespace eegate
