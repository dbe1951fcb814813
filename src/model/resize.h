// The same model for another window length, for training and gradients at that length.
#pragma once

#include "base/result.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

struct ResizedModel {
  ModelConfig config;
  Weights weights;
};

// Resamples learned positions to the new number of tokens; all other weights stay. Error MODEL_TIMES if the model does
// not accept windows of n_times samples.
Result<ResizedModel> resized(const ModelConfig& config, const Weights& weights, std::size_t n_times);

}  // namespace eegate
