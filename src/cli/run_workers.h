// Runs in processes of their own, several at once: one that dies takes no other with it, and each starts from the same
// memory, so that nothing depends on which ran before.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/result.h"
#include "cli/interruption.h"

namespace eegate::cli {

enum class RunOutcome { kDone, kFailed, kInterrupted, kLost };

struct RunWork {
  // In the new process: does a run and says how it went. `go_on` is told how much is done, and false means to stop.
  std::function<RunOutcome(std::size_t run, const std::function<bool(double)>& go_on)> work;
  // Here: a run has ended; `how` tells of one that was lost.
  std::function<void(std::size_t run, RunOutcome outcome, const std::string& how)> ended;
  // Here, several times a second: runs that are done, and parts of those under way.
  std::function<void(double)> progress;
};

// Returns when all have ended, or, after an interruption, those that had begun. Error RUN_PROCESS if no process can be
// made at all.
Result<> run_in_processes(std::span<const std::size_t> runs, std::size_t n_workers, const RunWork& work,
                          const Interruption& interruption);

}  // namespace eegate::cli
