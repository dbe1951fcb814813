// The command that explains; commands.h has the others.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace eegate::cli {

struct ExplainCommandOptions {
  std::string model, input, output, method = "integrated_gradients", baseline = "zero", checks;
  int target = 0;
  int n_steps = 0;                  // 0: as many as needed
  double window_s = 0, step_s = 0;  // 0: chosen
  std::uint64_t seed = 0;
  bool no_checks = false;
  bool json = false;
};
Result<> explain(const ExplainCommandOptions& options);

}  // namespace eegate::cli
