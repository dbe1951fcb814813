// A model file as an ONNX file: the same logits from the same microvolts in any runtime that knows opset 17.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model_file.h"

namespace eegate {

struct OnnxExport {
  std::vector<std::byte> bytes;
  std::size_t n_times = 0;  // T
  std::size_t n_nodes = 0, n_initializers = 0;
};

// Input `eeg` float32 [batch, C, T] in uV after the recipe (standardisation is part of the graph), output `logits`
// float32 [batch, L]. metadata_props hold what the model file says of itself: config, channels, sfreq, unit, classes,
// recipe, train, license and whatever else. Whether this engine runs the architecture does not matter. `n_times` is the
// length T of the windows, 0: the model's own. Errors: EXPORT_UNSUPPORTED, MODEL_TIMES.
Result<OnnxExport> export_onnx(const ModelFile& file, std::string_view version, std::size_t n_times = 0);

}  // namespace eegate
