// Model files of sequences (docs/MODEL.md): reading them up to the weights, and writing them with a self-test.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/model_file.h"

namespace eegate {

// The first failing check ends it. Errors: MODEL_PICKLE_REFUSED, ST_*, MODEL_*.
Result<ModelFile> read_sequence_file(std::span<const std::byte> bytes);

// With a self-test on made-up noise, whose logits this engine works out, and read again before it is handed out.
// `metadata` is all of it, `config` among them; `half` stores parameters as 16-bit floats, which `weights` must be
// rounded to. Errors: those of SequenceModel::load.
Result<std::vector<std::byte>> write_sequence_file(const std::vector<std::pair<std::string, std::string>>& metadata,
                                                   const ModelConfig& config, const Weights& weights,
                                                   bool half = false);

}  // namespace eegate
