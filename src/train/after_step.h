// What happens to weights after the optimiser has moved them: running statistics follow the batch, limits hold. Each
// tensor's entry in the list says what is done with it.
#pragma once

#include <span>

#include "model/weights.h"

namespace eegate {

bool has_batch_norm(const Weights& weights);

// next = (1 - rho) run + rho batch. The gradients carry the statistics of the batch (see BackwardContext).
void move_running_statistics(Weights& next, const Weights& weights, const Weights& gradients);

void apply_limit(const TensorSpec& spec, std::span<float> values);
// Of all weights.
void apply_limits(Weights& weights);

}  // namespace eegate
