// Weights that were trained elsewhere, brought into our names and layouts (docs/IMPORT_EXPORT.md).
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

// Names given by hand: ours, theirs. They go before what a dialect says.
using GivenNames = std::vector<std::pair<std::string, std::string>>;

struct ImportedWeights {
  Weights weights;
  std::string dialect;                                           // "PyTorch", ...
  std::vector<std::pair<std::string, std::string>> assignments;  // ours, theirs
  Warnings warnings;
};

// Every tensor of ours gets its values from one of theirs, and none of theirs is left over. A norm that was trained
// without scale and shift gets 1 and 0. Errors: IMPORT_UNKNOWN (nothing in the file has a name that is known),
// IMPORT_TENSOR_MISSING, IMPORT_TENSOR_UNKNOWN, IMPORT_SHAPE, IMPORT_NOT_NEEDED.
Result<ImportedWeights> import_weights(const ForeignWeights& foreign, const ModelConfig& config,
                                       const GivenNames& names = {});

}  // namespace eegate
