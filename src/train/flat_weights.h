// A model's tensors as one run of floats: what the optimiser walks, what shards add up, what travels between workers.
#pragma once

#include <span>

#include "model/weights.h"

namespace eegate {

// Weights keep all tensors in one block, in the order of their list.
inline std::size_t flat_size(const Weights& weights) {
  std::size_t total = 0;
  for (const TensorSpec& spec : weights.specs()) total += spec.n_values();
  return total;
}
inline std::span<float> flat(Weights& weights) {
  return weights.specs().empty() ? std::span<float>() : std::span<float>(weights.values(0).data(), flat_size(weights));
}
inline std::span<const float> flat(const Weights& weights) {
  return weights.specs().empty() ? std::span<const float>()
                                 : std::span<const float>(weights.values(0).data(), flat_size(weights));
}

}  // namespace eegate
