// Weights that are found in one go instead of step by step: `tangent_space`, `mdm` and `csp`. In float64, without a
// seed or an order of trials that matters; the same bits whoever computes them.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "model/config.h"
#include "model/weights.h"
#include "train/shard.h"

namespace eegate {

class SharedFits;

struct ClosedFormFit {
  ModelConfig config;  // with the rank that the trials have
  Weights weights;
  std::string report_json;  // an object: how many trials, what was left out, whether the means converged
};

// Whether models of this configuration are fitted so.
bool is_closed_form(const ModelConfig& config);

// From all trials of the set. With augment.mirrors() every trial counts a second time, with its hemispheres and its
// class exchanged. Trials of zeros are left out. Errors: TRAIN_LABELS where a class has fewer than two trials,
// TRAIN_RANK where the trials span fewer than two directions. `shared`: what fits of parts of the same trials share;
// null: nothing.
Result<ClosedFormFit> fit_closed_form(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment,
                                      SharedFits* shared = nullptr);

}  // namespace eegate
