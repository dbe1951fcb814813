// Standardisation of a trial [C, T] over its samples. Mean and variance are summed in double.
#pragma once

#include <cstddef>

#include "base/tensor.h"

namespace eegate {

// A row with a smaller variance, a standard deviation below 1e-12, counts as constant.
inline constexpr double kFlatVariance = 1e-24;

// Each channel: (x - mean) / (deviation + epsilon), deviation = sqrt(sum of squares / divisor); divisor is T or T - 1.
// A constant channel (kFlatVariance) becomes zeros. `out` may be `x`.
void standardize_channels(Matrix out, ConstMatrix x, std::size_t divisor, double epsilon);

// The mean is removed from each channel, and one deviation is computed over the whole trial (divisor C T). `out` may be
// `x`.
void standardize_trial(Matrix out, ConstMatrix x, double epsilon);

// out [T, C] = x [C, T] transposed.
void transpose(Matrix out, ConstMatrix x);

}  // namespace eegate
