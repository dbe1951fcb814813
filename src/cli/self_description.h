// Shell completions and the manual page, both generated from the options that the command parses, and its self-test on
// this machine.
#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace eegate::cli {

struct ExitCode {
  int code;
  const char* meaning;
};
inline constexpr int kBadData = 1, kBadUsage = 2, kNoAnswer = 3, kStoppedBySignal = 130;
inline constexpr ExitCode kExitCodes[] = {
    {0, "Done."},
    {kBadData, "A file, its contents, or the machine does not allow it; standard error has one line with the reason."},
    {kBadUsage, "Wrong usage."},
    {kNoAnswer, "The results are written, but the model gives no answer for some epochs."},
    {kStoppedBySignal, "Training or an experiment was interrupted; what was reached is written."},
};

// Adds the commands `completion`, `man` and `doctor`. `chosen` is what the chosen command will do.
void add_self_description(CLI::App& app, std::function<Result<>()>& chosen);

}  // namespace eegate::cli
