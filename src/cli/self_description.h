// What the command tells of itself: completions for shells and a manual page, both made of the options that it parses,
// and whether it works on this machine.
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
    {kBadData, "A file, what it holds, or the machine does not allow it; standard error has one line that says why."},
    {kBadUsage, "Wrong usage."},
    {kNoAnswer, "The results are written, but the model gives no answer for some epochs."},
    {kStoppedBySignal, "Training or an experiment was interrupted; what was reached is written."},
};

// Adds the commands `completion`, `man` and `doctor`. `chosen` is what the chosen command will do.
void add_self_description(CLI::App& app, std::function<Result<>()>& chosen);

}  // namespace eegate::cli
