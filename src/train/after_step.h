// What happens to weights after the optimiser has moved them: running statistics follow the batch, limits hold. Each
// tensor's entry in the list says what is done with it.
#pragma once

#include <span>

#include "model/weights.h"
#include "train/optimizer.h"

namespace eegate {

bool has_batch_norm(const Weights& weights);

// next = (1 - rho) run + rho batch, of those that are tuned. The gradients carry the statistics of the batch (see
// BackwardContext).
void move_running_statistics(Weights& next, const Weights& weights, const Weights& gradients, Tune tune = Tune::kAll);

void apply_limit(const TensorSpec& spec, std::span<float> values);
// Of all weights that are tuned.
void apply_limits(Weights& weights, Tune tune = Tune::kAll);

}  // namespace eegate
