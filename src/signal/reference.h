// Re-referencing: subtraction of the mean of reference channels.
#pragma once

#include <cstddef>
#include <span>

#include "base/tensor.h"

namespace eegate {

// A channel whose peak-to-peak amplitude is smaller is treated as disconnected.
inline constexpr float kFlatUv = 0.1f;

// Subtracts, sample by sample, the mean of the rows `sources` from the rows `targets` of signal [n_rows, n_times], in
// place. The sum is computed in double, in the order of `sources`.
void subtract_mean(Matrix signal, std::span<const std::size_t> sources, std::span<const std::size_t> targets);

}  // namespace eegate
