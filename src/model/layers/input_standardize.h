// Standardisation of a model's input, the option `standardize` (formulas in docs/MODEL.md), forward and backward.
#pragma once

#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

// out [C, T] from x [C, T] in microvolts.
void standardize_input(Standardize kind, Matrix out, ConstMatrix x);
// dx += the gradient of the trial x, for the gradient dout of the standardised trial.
void standardize_input_gradient(Standardize kind, Matrix dx, ConstMatrix dout, ConstMatrix x);

}  // namespace eegate
