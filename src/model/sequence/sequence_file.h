// Model files of sequence models (docs/MODEL.md): reading configuration and weights, and writing with a self-test.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/model_file.h"

namespace eegate {

// Reading ends with the first check that fails. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_*.
Result<ModelFile> read_sequence_file(std::span<const std::byte> bytes);

// A model file with all `metadata` (`config` included) and a self-test on random noise, whose logits this engine
// computes. The file is loaded again before it is returned. `half`: parameters are stored as 16-bit floats, to which
// `weights` must already be rounded. Errors: those of SequenceModel::load.
Result<std::vector<std::byte>> write_sequence_file(const std::vector<std::pair<std::string, std::string>>& metadata,
                                                   const ModelConfig& config, const Weights& weights,
                                                   bool half = false);

}  // namespace eegate
