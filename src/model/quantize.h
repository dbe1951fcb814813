// Weights of dense layers in 8 bits (docs/MODEL.md, "Weights in 8 bits").
#pragma once

#include <string>

#include "base/result.h"
#include "model/weights.h"

namespace eegate {

inline constexpr float kLargestScale = 1e30F;

// Whether a file in 8 bits has this tensor so: matrices of dense layers inside encoder blocks. All of them, so that a
// file needs no other mark.
bool stored_in_8_bits(const TensorSpec& spec);
// Of the tensor with a scale for each row.
inline std::string scale_name(const TensorSpec& spec) { return spec.name + ".scale"; }

// Each row of those tensors as integers from -127 to 127 times its largest magnitude / 127. Error MODEL_8_BITS where
// there are none, or where a weight is larger than a scale can be.
Result<Weights> quantized(const Weights& weights);
// The same values in floats.
Weights dequantized(const Weights& weights);

// Error MODEL_QUANTIZED for weights that have no gradient.
Result<> check_differentiable(const Weights& weights);

}  // namespace eegate
