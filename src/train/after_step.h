// After a step of the optimiser: running statistics of batch norms are updated and the constraints of the tensor list
// (TensorSpec::limit) are applied.
#pragma once

#include <span>

#include "model/weights.h"
#include "train/optimizer.h"

namespace eegate {

bool has_batch_norm(const Weights& weights);

// next = (1 - momentum) running + momentum batch, for the tuned tensors. The statistics of the batch are in `gradients`
// (BackwardContext::gradients).
void move_running_statistics(Weights& next, const Weights& weights, const Weights& gradients, Tune tune = Tune::kAll);

void apply_constraint(const TensorSpec& spec, std::span<float> values);
// Applies the constraints of all tuned tensors.
void apply_constraints(Weights& weights, Tune tune = Tune::kAll);

}  // namespace eegate
