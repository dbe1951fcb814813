// Reading a model file up to the point where a network can be built (docs/MODEL.md, "What is checked, in order").
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

// The first failing check ends the load. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_*.
Result<ModelFile> read_model_file(std::span<const std::byte> bytes);

// The tensors of a list, and the self-test, of right names, types, shapes and values; `in_8_bits` as the contract says.
// Step 7 and after.
Result<Weights> read_checked_weights(const SafetensorsFile& file, std::vector<TensorSpec> specs,
                                     std::span<const std::byte> bytes, Warnings& warnings, bool in_8_bits = false);
// MODEL_PICKLE_REFUSED for what is no safetensors file but could be weights.
Result<> refuse_pickle(std::span<const std::byte> bytes);

// Steps 3, 4 and 6: what the metadata promise.
Result<ModelContract> read_contract(const SafetensorsFile& container);
Result<> check_contract(const ModelContract& contract, const ModelConfig& config);

}  // namespace eegate
