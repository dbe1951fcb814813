// Standardisation of a trial [C, T] over its samples. Mean and variance are summed in double.
#pragma once

#include <cstddef>

#include "base/tensor.h"

namespace eegate {

// Below this variance a row counts as flat: its standard deviation is less than 1e-12.
inline constexpr double kFlatVariance = 1e-24;

// Each channel: (x - mean) / (deviation + epsilon), deviation = sqrt(sum of squares / divisor); divisor is T or T - 1.
// A channel whose deviation is below 1e-12 becomes zeros. `out` may be `x`.
void standardize_channels(Matrix out, ConstMatrix x, std::size_t divisor, double epsilon);

// The mean is removed per channel, one deviation is taken over the whole trial (divisor C T). `out` may be `x`.
void standardize_trial(Matrix out, ConstMatrix x, double epsilon);

// out [T, C] = x [C, T] transposed.
void transpose(Matrix out, ConstMatrix x);

}  // namespace eegate
