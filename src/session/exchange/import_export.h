// Export of models to ONNX and import of foreign weights.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
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

struct ImportedModel {
  std::vector<std::byte> bytes;  // a model file
  std::string summary_json;      // where its tensors came from: snake-case keys
  Warnings warnings;
};

// Weights that were trained elsewhere (safetensors) and what they are, as JSON: a configuration as read_training_start
// takes it, in which `names` may say which tensor is which ({"head.weight": "fc.weight"}), or the config.json of
// braindecode, alone or as `config` beside channels, sfreq and classes. The unit is that of the data the weights were
// trained on and must be "uV". Errors: IMPORT_*, ST_*, MODEL_*, JSON_*, RECIPE_*.
Result<ImportedModel> import_model(std::span<const std::byte> weights, std::string_view config);

}  // namespace eegate
