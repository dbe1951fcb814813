// Layer normalisation (Ba, Kiros and Hinton 2016; torch.nn.LayerNorm).
#pragma once

#include <cstddef>
#include <span>

#include "base/tensor.h"

namespace eegate {

// Rows of so many values or fewer are computed in double: little more than eps / (variance + eps) of the gradient of
// two values is left, which float cancels.
inline constexpr std::size_t kNarrowNorm = 4;

// Each row of x [rows, E]:  y = (x - mean) / sqrt(variance + eps) * weight + bias, with the population variance.
// Without affine parameters `weight` and `bias` are empty. `out` may be `x`.
void layer_norm(Matrix out, ConstMatrix x, std::span<const float> weight, std::span<const float> bias, float eps);

// Backward pass of layer_norm(). With h = dy * weight and xhat the normalised row,
//   dx += (h - mean(h) - xhat mean(h xhat)) / sqrt(variance + eps),   dweight += dy xhat,   dbias += dy
// `weight`, `dweight` and `dbias` are empty without affine parameters.
void layer_norm_gradient(Matrix dx, std::span<float> dweight, std::span<float> dbias, ConstMatrix dy, ConstMatrix x,
                         std::span<const float> weight, float eps);

}  // namespace eegate
