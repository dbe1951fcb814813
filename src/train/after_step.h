// What happens to weights after the optimiser has moved them: running statistics follow the batch, constraints hold.
#pragma once

#include "model/config.h"
#include "model/weights.h"

namespace eegate {

bool has_batch_norm(const Weights& weights);

// next = (1 - rho) run + rho batch. The gradients carry the statistics of the batch (see BackwardContext).
void move_running_statistics(const ModelConfig& config, Weights& next, const Weights& weights,
                             const Weights& gradients);

// eegnet: each filter's norm at most max_norm_spatial, each class's at most max_norm_head (0: off), by the Keras rule
// w <- w clip(|w|, 0, c) / (1e-7 + |w|). syncnet: beta >= 0, the phase of channel 0 stays 0. Others: nothing.
void apply_constraints(const ModelConfig& config, Weights& weights);

}  // namespace eegate
