// Models on their way to and from other programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate {

struct OnnxFile {
  std::vector<std::byte> bytes;
  std::string summary_json;  // what is in the file: snake-case keys
};

// A model file as ONNX for windows of `n_times` samples, 0: those of the model. Errors: those of the model file,
// EXPORT_UNSUPPORTED, MODEL_TIMES.
Result<OnnxFile> onnx_file(std::span<const std::byte> model, std::size_t n_times = 0);

}  // namespace eegate
