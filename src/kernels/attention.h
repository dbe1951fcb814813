// Scaled dot-product attention of all heads of one trial, tiled with a running softmax: the N x N scores never exist.
#pragma once

#include <cstddef>
#include <span>

#include "base/dropout_mask.h"
#include "base/tensor.h"

namespace eegate {

struct AttentionShape {
  std::size_t n_tokens = 0;   // N
  std::size_t n_heads = 0;    // m
  std::size_t key_dim = 0;    // q per head
  std::size_t value_dim = 0;  // d per head
  bool causal = false;        // token i sees tokens j <= i
};

// Dropout of the probabilities in training: that of head h, query i, key j has place first + (h N + i) N + j in the
// mask.
struct AttentionDropout {
  DropoutMask mask;
  std::uint64_t first = 0;

  void apply(std::span<float> row, const AttentionShape& shape, std::size_t head, std::size_t query,
             std::size_t first_key) const {
    mask.apply(row, first + (head * shape.n_tokens + query) * shape.n_tokens + first_key);
  }
};

// Floats that attention() needs besides its arguments.
std::size_t attention_scratch_floats(const AttentionShape& shape);

// q, k [N, m q] and v [N, m d], head h in columns h q ... and h d ...  ->  out [N, m d]:
//   out_h = softmax(q_h k_h^T / sqrt(q)) v_h      softmax over keys; dropout, if there is any, after it
// `log_sums` [m, N], if not empty, receives log sum exp of each row of scores: all that backward needs to know of them.
void attention(Matrix out, ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionShape& shape,
               std::span<float> scratch, std::span<float> log_sums = {}, const AttentionDropout* dropout = nullptr);

// The probabilities themselves, [m, N, N] (head, query, key): for looking inside, not for speed.
void attention_weights(std::span<float> out, ConstMatrix q, ConstMatrix k, const AttentionShape& shape);

}  // namespace eegate
