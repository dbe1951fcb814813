// Scaled dot-product attention (Vaswani et al. 2017) of all heads of one trial. It is computed in tiles with an online
// softmax (Milakov and Gimelshein 2018; Dao et al. 2022), so that the N x N scores are never stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/dropout_mask.h"
#include "base/tensor.h"

namespace eegate {

struct AttentionShape {
  std::size_t n_tokens = 0;   // N
  std::size_t n_heads = 0;    // m
  std::size_t key_dim = 0;    // q per head
  std::size_t value_dim = 0;  // d per head
  bool causal = false;        // token i attends to tokens j <= i only

  std::size_t n_row_sums() const { return 2 * n_heads * n_tokens; }
};

// Dropout of the attention probabilities in training. The probability of head h, query i and key j has index first + (h
// N + i) N + j in the mask.
struct AttentionDropout {
  DropoutMask mask;
  std::uint64_t first = 0;

  void apply(std::span<float> row, const AttentionShape& shape, std::size_t head, std::size_t query,
             std::size_t first_key) const {
    mask.apply(row, first + (head * shape.n_tokens + query) * shape.n_tokens + first_key);
  }
};

// Relative positions (Shaw, Uszkoreit and Vaswani 2018; biases as in Raffel et al. 2020): terms that depend on the
// distance x = position of the key - position of the query. Row u(x) of each table applies: x clipped to +-reach, plus
// reach. A null table adds nothing.
//   score = (q . (k + keys[u])) / sqrt(q) + biases[u]        out = sum of probabilities (v + values[u])
struct RelativeTerms {
  std::span<const std::int32_t> positions = {};     // [N] position of each token
  std::span<const std::uint32_t> run_lengths = {};  // [N] number of tokens from this one on whose positions rise by one
  std::size_t reach = 0;
  const float* keys = nullptr;     // [2 reach + 1, q] of a head
  const float* values = nullptr;   // [2 reach + 1, d] of a head
  const float* biases = nullptr;   // [m, 2 reach + 1]
  std::size_t keys_of_head = 0;    // floats between the tables of consecutive heads; 0: all heads share one
  std::size_t values_of_head = 0;  // the same for `values`

  std::size_t n_slots() const { return 2 * reach + 1; }
  std::size_t slot(std::size_t query, std::size_t key) const {
    const auto bound = static_cast<std::int64_t>(reach);
    const std::int64_t x = static_cast<std::int64_t>(positions[key]) - static_cast<std::int64_t>(positions[query]);
    return static_cast<std::size_t>((x < -bound ? -bound : x > bound ? bound : x) + bound);
  }
  // The same tables for the n tokens from `first` on.
  RelativeTerms slice(std::size_t first, std::size_t n) const {
    RelativeTerms part = *this;
    part.positions = positions.subspan(first, n);
    part.run_lengths = run_lengths.subspan(first, n);
    return part;
  }
};

// Size of the `scratch` of attention(), in floats.
std::size_t attention_scratch_floats(const AttentionShape& shape, const RelativeTerms* relative = nullptr);

// q, k [N, m q] and v [N, m d], head h in columns h q ... and h d ...  ->  out [N, m d]:
//   out_h = softmax(q_h k_h^T / sqrt(q)) v_h      softmax over keys, followed by dropout unless it is null
// `row_sums` [m, 2, N], if not empty, receives for attention_gradient() the maximum M of each row of scores S log2(e),
// and the sum of 2^(S log2(e) - M). One number for both would be as coarse as large scores are.
void attention(Matrix out, ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionShape& shape,
               std::span<float> scratch, std::span<float> row_sums = {}, const AttentionDropout* dropout = nullptr,
               const RelativeTerms* relative = nullptr);

// The attention probabilities [m, n, N] (head, query, key) of the n rows of q, the queries of tokens first_query ...
// For inspection: it stores all scores and is not optimised.
void attention_weights(std::span<float> out, ConstMatrix q, ConstMatrix k, const AttentionShape& shape,
                       const RelativeTerms* relative = nullptr, std::size_t first_query = 0);

}  // namespace eegate
