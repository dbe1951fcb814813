// Closed-form fits of `tangent_space`, `mdm` and `csp`, in float64. They need no seed, and give the same bits on every
// system.
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
  ModelConfig config;  // with `rank` set to that of the trials
  Weights weights;
  std::string report_json;  // an object: number of trials, trials left out, whether the means converged
};

// Whether models of this configuration are fitted in closed form.
bool is_closed_form(const ModelConfig& config);

// Fits all trials of the set. With augment.mirrors() every trial is used a second time, with hemispheres and class
// exchanged. Trials of zeros are left out. `shared`: results that fits of overlapping sets of trials share; null: none.
// Errors: TRAIN_LABELS if a class has fewer than two trials, TRAIN_RANK if the trials span fewer than two directions.
Result<ClosedFormFit> fit_closed_form(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment,
                                      SharedFits* shared = nullptr);

}  // namespace eegate
