// Exports a model file to ONNX (opset 17), with standardisation as part of the graph.
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

// Input `eeg` float32 [batch, C, T] in uV after the recipe; output `logits` float32 [batch, L]. metadata_props: all
// metadata of the model file (config, channels, sfreq, unit, classes, recipe, train, license ...). Models that are too
// large to run here can be exported. `n_times`: window length T, 0: that of the model. Errors: EXPORT_UNSUPPORTED,
// MODEL_TIMES.
Result<OnnxExport> export_onnx(const ModelFile& file, std::string_view version, std::size_t n_times = 0);

}  // namespace eegate
