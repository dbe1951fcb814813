// Layer normalisation (Ba, Kiros and Hinton 2016; torch.nn.LayerNorm).
#pragma once

#include <span>

#include "base/tensor.h"

namespace eegate {

// Each row of x [rows, E]:  y = (x - mean) / sqrt(variance + eps) * weight + bias, with the population variance.
// Without affine parameters `weight` and `bias` are empty. `out` may be `x`.
void layer_norm(Matrix out, ConstMatrix x, std::span<const float> weight, std::span<const float> bias, float eps);

}  // namespace eegate
