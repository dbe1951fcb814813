// The values of all tensors as one array, for the optimiser, the sum over shards and messages between workers.
#pragma once

#include <span>

#include "model/weights.h"

namespace eegate {

// Weights keep all tensors in one block, in the order of their list.
inline std::size_t flat_size(const Weights& weights) { return weights.flat().size(); }
inline std::span<float> flat(Weights& weights) { return weights.flat(); }
inline std::span<const float> flat(const Weights& weights) { return weights.flat(); }

}  // namespace eegate
