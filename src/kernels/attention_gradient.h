// Backward pass of attention(). The probabilities are recomputed tile by tile from the log sums instead of being stored
// (Dao et al. 2022).
#pragma once

#include <span>

#include "base/arena.h"
#include "base/tensor.h"
#include "kernels/attention.h"

namespace eegate {

// Gradients of the tables of RelativeTerms, in the same layout.
struct RelativeGradients {
  float* keys = nullptr;
  float* values = nullptr;
  float* biases = nullptr;
};

// With P = 2^(S log2(e) - M) / sum, M and sum from row_sums, S = q k^T / sqrt(q), and D_i = dout_i . out_i, for each
// head:
//   dv += P^T dout      dS = P (dout v^T - D)      dq += dS k / sqrt(q)      dk += dS^T q / sqrt(q)
// With dropout, P M replaces P in dv and (dout v^T) M replaces dout v^T, M being the mask of the forward pass.
// With relative positions, u the row of the tables for the distance of two tokens and G = dS / sqrt(q) summed over the
// keys of each row u:
//   dkeys[u] += G^T q      dq += G keys      dbiases[u] += dS      dvalues[u] += P^T dout
//   dout (v + values[u])^T replaces dout v^T
// All gradients are added to the values of their arguments.
void attention_gradient(Matrix dq, Matrix dk, Matrix dv, ConstMatrix dout, ConstMatrix q, ConstMatrix k, ConstMatrix v,
                        ConstMatrix out, std::span<const float> row_sums, const AttentionShape& shape, Arena& arena,
                        const AttentionDropout* dropout = nullptr, const RelativeTerms* relative = nullptr,
                        const RelativeGradients& drelative = {});

}  // namespace eegate
