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

// The backward pass, in plain double arithmetic: it is used by explanations and checks only.
//
// With xc = x - mean, s the deviation, e epsilon and y = xc / (s + e):
//   dxc = dy / (s + e) - xc sum(dy xc) / ((s + e)^2 s divisor),   dx += dxc - mean(dxc)
// The gradient of a constant channel is zero.
void standardize_channels_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, std::size_t divisor, double epsilon);

// The same with one deviation for the whole trial, the mean removed from each channel.
void standardize_trial_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, double epsilon);

}  // namespace eegate
