// The commands that import and export models; commands.h has the others.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace eegate::cli {

struct ExportOptions {
  std::string model, output;
  std::size_t n_times = 0;  // 0: the model's own
  bool json = false;
};
Result<> export_model(const ExportOptions& options);

// Wrong usage: only published stagers of sleep need no --config.
inline constexpr std::string_view kImportNeedsConfig = "IMPORT_CONFIG";

struct ImportOptions {
  std::string weights, config, output;
  bool json = false;
};
Result<> import_weights_file(const ImportOptions& options);

}  // namespace eegate::cli
