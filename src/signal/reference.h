// Re-referencing: what all electrodes share is taken away.
#pragma once

#include <cstddef>
#include <span>

#include "base/tensor.h"

namespace eegate {

// A channel that moves by less than this, peak to peak, is not connected to a head.
inline constexpr float kFlatUv = 0.1f;

// Subtracts, instant by instant, the mean of the rows `sources` from the rows `targets`.
// signal [n_rows, n_times] in place; the sum is taken in double, in the order of `sources`.
void subtract_mean(Matrix signal, std::span<const std::size_t> sources, std::span<const std::size_t> targets);

}  // namespace eegate
