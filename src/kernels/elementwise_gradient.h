// Backward passes of activations and layer normalisation. Gradients are added to the values of their arguments unless
// stated otherwise.
#pragma once

#include <span>

#include "base/tensor.h"
#include "kernels/activation.h"

namespace eegate {

// dy *= f'(x), x being the argument of the activation; for kTanh and kSigmoid its result. kExp, kExp2 and kErf are not
// supported.
void activation_gradient(Activation activation, std::span<float> dy, std::span<const float> x);

// Backward pass of layer_norm(). With h = dy * weight and xhat the normalised row,
//   dx += (h - mean(h) - xhat mean(h xhat)) / sqrt(variance + eps),   dweight += dy xhat,   dbias += dy
// `weight`, `dweight` and `dbias` are empty without affine parameters.
void layer_norm_gradient(Matrix dx, std::span<float> dweight, std::span<float> dbias, ConstMatrix dy, ConstMatrix x,
                         std::span<const float> weight, float eps);

}  // namespace eegate
