// The same weights for another window length: what training and gradients at that length work on.
#pragma once

#include "base/result.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

struct ResizedModel {
  ModelConfig config;
  Weights weights;
};

// Learned positions are resampled, everything else stays. Error MODEL_TIMES for models that are tied to their length.
Result<ResizedModel> resized(const ModelConfig& config, const Weights& weights, std::size_t n_times);

}  // namespace eegate
