// Backward pass of the standardisation of a trial [C, T], in plain double arithmetic: it is used by explanations and
// checks only.
#pragma once

#include <cstddef>

#include "base/tensor.h"

namespace eegate {

// With xc = x - mean, s the deviation, e epsilon and y = xc / (s + e):
//   dxc = dy / (s + e) - xc sum(dy xc) / ((s + e)^2 s divisor),   dx += dxc - mean(dxc)
// The gradient of a constant channel is zero.
void standardize_channels_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, std::size_t divisor, double epsilon);

// The same with one deviation for the whole trial, the mean removed from each channel.
void standardize_trial_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, double epsilon);

}  // namespace eegate
