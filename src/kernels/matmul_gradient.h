// Backward of a linear layer  y = x W^T + b.  Gradients are added to what stands there.
//   dx += dy W          matmul() with a PackedMatrix of W^T
//   dW += dy^T x        here
//   db += column sums of dy
#pragma once

#include <span>

#include "base/arena.h"
#include "base/tensor.h"

namespace eegate {

// dw [N, K] += dy [M, N]^T x [M, K]. Rows of `x` may overlap (stride < cols). Sums over M in order.
void weight_gradient(Matrix dw, ConstMatrix dy, ConstMatrix x, Arena& arena);

// db [N] += sum over the rows of dy [M, N]
void bias_gradient(std::span<float> db, ConstMatrix dy);

}  // namespace eegate
