// Runs in child processes, several at once: a crash of one does not affect the others, and each starts from the same
// memory, so that results do not depend on the order of runs.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/result.h"
#include "cli/interruption.h"

namespace eegate::cli {

enum class RunOutcome { kDone, kFailed, kInterrupted, kLost };

struct RunWork {
  // In the new process: carries out a run and returns its outcome. `go_on` takes the share that is done; it returns
  // false to stop.
  std::function<RunOutcome(std::size_t run, const std::function<bool(double)>& go_on)> work;
  // Here: a run has ended; `how` describes one that was lost.
  std::function<void(std::size_t run, RunOutcome outcome, const std::string& how)> ended;
  // Here, several times a second: runs that are done, and parts of those under way.
  std::function<void(double)> progress;
};

// Returns when all have ended, or, after an interruption, those that had begun. Error RUN_PROCESS if no process can be
// made at all.
Result<> run_in_processes(std::span<const std::size_t> runs, std::size_t n_workers, const RunWork& work,
                          const Interruption& interruption);

}  // namespace eegate::cli
