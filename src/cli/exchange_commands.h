// The commands that carry models to and from other programs; commands.h has the others.
#pragma once

#include <string>

#include "base/result.h"

namespace eegate::cli {

struct ExportOptions {
  std::string model, output;
  bool json = false;
};
Result<> export_model(const ExportOptions& options);

}  // namespace eegate::cli
