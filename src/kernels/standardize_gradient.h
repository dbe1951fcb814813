// Backward of the standardisation of a trial [C, T]. Only explanations and checks need it, so it is plain double
// arithmetic.
#pragma once

#include <cstddef>

#include "base/tensor.h"

namespace eegate {

// With xc = x - mean, s the deviation, e epsilon, y = xc / (s + e):
//   dxc = dy / (s + e) - xc sum(dy xc) / ((s + e)^2 s divisor),   dx += dxc - mean(dxc)
// A flat channel passes no gradient.
void standardize_channels_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, std::size_t divisor, double epsilon);

// The same with one deviation for the whole trial, the mean removed per channel.
void standardize_trial_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, double epsilon);

}  // namespace eegate
