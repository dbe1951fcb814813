// Reading a model file up to the point where a network can be built (docs/MODEL.md, "Checks when a model is loaded").
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "files/safetensors.h"
#include "model/config.h"
#include "model/model.h"
#include "model/weights.h"

namespace eegate {

struct ModelFile {
  SafetensorsFile container;
  ModelContract contract;
  ModelConfig config;
  Weights weights;
  Warnings warnings;
};

// Loading ends with the first check that fails. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_*.
Result<ModelFile> read_model_file(std::span<const std::byte> bytes);

// The tensors of the list `specs`, after names, types, shapes and values were checked, those of the self-test included.
// `in_8_bits`: whether the contract declares weights in 8 bits.
Result<Weights> read_checked_weights(const SafetensorsFile& file, std::vector<TensorSpec> specs,
                                     std::span<const std::byte> bytes, Warnings& warnings, bool in_8_bits = false);
// Error MODEL_PICKLE_REFUSED for a file that is not safetensors but looks like pickled weights.
Result<> refuse_pickle(std::span<const std::byte> bytes);

// The checks of the metadata: first alone, then against the configuration.
Result<ModelContract> read_contract(const SafetensorsFile& container);
Result<> check_contract(const ModelContract& contract, const ModelConfig& config);

}  // namespace eegate
