// Layer normalisation over the features of one token.
#pragma once

#include <span>

#include "base/tensor.h"

namespace eegate {

// Each row:  y = (x - mean) / sqrt(variance + eps) * weight + bias,  population variance. Without affine parameters
// `weight` and `bias` are empty. `out` may be `x`.
void layer_norm(Matrix out, ConstMatrix x, std::span<const float> weight, std::span<const float> bias, float eps);

}  // namespace eegate
