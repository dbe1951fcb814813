// Imports weights that were trained with other programs (docs/IMPORT_EXPORT.md).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "exchange/import/foreign_weights.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

// Pairs of names given by the user, ours and theirs. They take precedence over the dialects.
using GivenNames = std::vector<std::pair<std::string, std::string>>;

struct ImportedWeights {
  Weights weights;
  std::string dialect;                                           // "PyTorch", ...
  std::vector<std::pair<std::string, std::string>> assignments;  // ours, theirs
  Warnings warnings;
};

// Every tensor of the configuration gets its values from one tensor of the file, and all tensors of the file must be
// used. A norm that was trained without scale and shift gets 1 and 0. Errors: IMPORT_UNKNOWN (no name in the file is
// known), IMPORT_TENSOR_MISSING, IMPORT_TENSOR_UNKNOWN, IMPORT_SHAPE, IMPORT_NOT_NEEDED.
Result<ImportedWeights> import_weights(const ForeignWeights& foreign, const ModelConfig& config,
                                       const GivenNames& names = {});

}  // namespace eegate
