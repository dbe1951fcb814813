// Spatial patterns of a covariance classifier, for topographic maps.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"

namespace eegate {

// {"channels":[...],"patterns":[{"class":"left","weight":0.4,"pattern":[...]}, ...]}: model/head_patterns.h; of a
// bank each with its "band_hz". Errors:
// those of read_model_file; MODEL_PATTERNS for a model that has none.
Result<std::string> patterns_json(std::span<const std::byte> model);

}  // namespace eegate
