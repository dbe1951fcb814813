// Backward pass of a linear layer  y = x W^T + b.  Gradients are added to the values of their arguments.
//   dx += dy W          matmul() with a PackedMatrix of W^T
//   dW += dy^T x        weight_gradient()
//   db += column sums of dy
#pragma once

#include <span>

#include "base/arena.h"
#include "base/tensor.h"

namespace eegate {

// dw [N, K] += dy [M, N]^T x [M, K], summed over M in order. Rows of `x` may overlap (stride < cols).
void weight_gradient(Matrix dw, ConstMatrix dy, ConstMatrix x, Arena& arena);

// db [N] += sum over the rows of dy [M, N]
void bias_gradient(std::span<float> db, ConstMatrix dy);

}  // namespace eegate
