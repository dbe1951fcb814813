#include "kernels/attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/matmul.h"
#include "kernels/softmax.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/attention.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/attention_relative-inl.h"
#include "kernels/pack-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
constexpr std::size_t kKeyBlock = 128;  // scores of a block: 24 x 128 floats, 12 KiB of L1
constexpr float kBound = 60;            // sums of N powers of 2 between 2^-60 and 2^60 neither overflow nor vanish

struct Scratch {
  float* keys;        // [panels of tokens][q][width]
  float* values;      // [panels of d][N][width]
  float* queries;     // [kQueryBlock, q], scaled so that scores are exponents of 2
  float* scores;      // [kQueryBlock, kKeyBlock]
  float* sums;        // [kQueryBlock, d padded]
  float* highest;     // [kQueryBlock] running maximum of the scores of each query, or 0 where they are bounded
  float* bounded;     // [kQueryBlock] 1 where all scores are within +-kBound
  float* totals;      // [kQueryBlock] running sum of exponentials
  float longest_key;  // the largest |k|^2 of the head
};

struct Head {
  std::size_t n_tokens, key_dim, value_dim, key_width, value_width, padded_value_dim;
  bool causal;
};

// Dropout of the probabilities of one head; null: none.
struct HeadDropout {
  const AttentionDropout* dropout;
  const AttentionShape& shape;
  std::size_t head;
};

std::size_t head_scratch_floats(const AttentionShape& shape) {
  const std::size_t key_width = panel_width(kKeyBlock), value_width = panel_width(shape.value_dim);
  const std::size_t padded = round_up(shape.value_dim, value_width);
  return round_up(shape.n_tokens, key_width) * shape.key_dim + shape.n_tokens * padded +
         kQueryBlock * (shape.key_dim + kKeyBlock + padded + 3);
}

Scratch lay_out(float* memory, const Head& head) {
  Scratch s{};
  s.keys = memory;
  s.values = s.keys + round_up(head.n_tokens, head.key_width) * head.key_dim;
  s.queries = s.values + head.n_tokens * head.padded_value_dim;
  s.scores = s.queries + kQueryBlock * head.key_dim;
  s.sums = s.scores + kQueryBlock * kKeyBlock;
  s.highest = s.sums + kQueryBlock * head.padded_value_dim;
  s.bounded = s.highest + kQueryBlock;
  s.totals = s.bounded + kQueryBlock;
  return s;
}

float squared_length(const float* x, std::size_t n) {
  const DF d;
  auto squares = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, x + i);
    squares = mul_add(v, v, squares);
  }
  float sum = sum_lanes(d, squares);
  for (; i < n; ++i) sum += x[i] * x[i];
  return sum;
}

// The largest |k|^2 of packed keys.
float longest_key(const float* panels, const Head& head) {
  const DF d;
  auto longest = hn::Zero(d);
  for (std::size_t first = 0; first < head.n_tokens; first += head.key_width, panels += head.key_dim * head.key_width) {
    for (std::size_t j = 0; j < head.key_width; j += hn::Lanes(d)) {
      auto squares = hn::Zero(d);
      for (std::size_t k = 0; k < head.key_dim; ++k) {
        const auto v = hn::LoadU(d, panels + k * head.key_width + j);
        squares = mul_add(v, v, squares);
      }
      longest = larger(longest, squares);
    }
  }
  return largest_lane(d, longest);
}

// Running sums of one query relative to the running maximum `highest`: of the weighted values and of the weights.
struct RowSums {
  float* values;
  std::size_t n_values;
  float& total;
  float& highest;
};

// Online softmax: raises the running maximum of a query to the maximum of a row of scores and rescales the running
// sums. Returns the factor of the rescaling.
float raise_highest(const float* scores, std::size_t n, std::size_t n_stored, const RowSums& sums,
                    const PowersOf2<DF>& powers) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  auto even = hn::Set(d, kMinusInfinity), odd = even;
  for (std::size_t j = 0; j < n_stored; j += 2 * lanes) {
    even = larger(even, hn::LoadU(d, scores + j));
    odd = larger(odd, hn::LoadU(d, scores + j + lanes));
  }
  const float highest = largest_lane(d, larger(even, odd));
  float factor = 1;
  if (highest > sums.highest) {
    factor = hn::GetLane(powers(hn::Set(d, sums.highest - highest)));
    sums.total *= factor;
    scaled_copy(sums.values, sums.values, factor, sums.n_values);
    sums.highest = highest;
  }
  // The maximum ignores NaN: a row of NaN and -infinity must still give NaN.
  if (sums.highest == kMinusInfinity && std::any_of(scores, scores + n, [](float score) { return std::isnan(score); }))
    sums.highest = std::numeric_limits<float>::quiet_NaN();
  return factor;
}

// Replaces scores by 2^(score - maximum) and adds their sum to the running sum.
void exponentiate(float* scores, std::size_t n_stored, const RowSums& sums, const PowersOf2<DF>& powers) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  const auto highest = hn::Set(d, sums.highest);
  auto even = hn::Zero(d), odd = even;
  for (std::size_t j = 0; j < n_stored; j += 2 * lanes) {
    const auto first = powers(hn::Sub(hn::LoadU(d, scores + j), highest));
    const auto second = powers(hn::Sub(hn::LoadU(d, scores + j + lanes), highest));
    hn::StoreU(first, d, scores + j);
    hn::StoreU(second, d, scores + j + lanes);
    even = hn::Add(even, first);
    odd = hn::Add(odd, second);
  }
  sums.total += sum_lanes(d, hn::Add(even, odd));
}

// Replaces a row of scores by the weights of the values. Returns the factor by which the running sums were rescaled.
// Where scores are `bounded`, their maximum is not needed.
float softmax_row(float* scores, std::size_t n, std::size_t n_stored, bool bounded, const RowSums& sums,
                  const PowersOf2<DF>& powers) {
  std::fill(scores + n, scores + n_stored, kMinusInfinity);
  const float factor = bounded ? 1.0F : raise_highest(scores, n, n_stored, sums, powers);
  if (sums.highest == kMinusInfinity) {
    std::fill_n(scores, n_stored, 0.0F);
  } else {
    exponentiate(scores, n_stored, sums, powers);
  }
  return factor;
}

// Replaces the scores of queries first ... first + n - 1 for a block of keys by the weights of the values, after
// dropout.
void softmax_block(std::size_t first, std::size_t n, std::size_t key, std::size_t n_block, std::size_t n_stored,
                   const Head& head, const Scratch& s, const HeadDropout& drop, const HeadRelative& relative) {
  const PowersOf2<DF> powers{DF()};
  for (std::size_t i = 0; i < n; ++i) {
    float* scores = s.scores + i * kKeyBlock;
    std::size_t visible = n_block;
    if (head.causal) visible = first + i + 1 > key ? std::min(n_block, first + i + 1 - key) : 0;
    if (relative.terms != nullptr) add_relative(scores, relative, first, i, key, visible);
    const RowSums sums{s.sums + i * head.padded_value_dim, head.padded_value_dim, s.totals[i], s.highest[i]};
    const float factor = softmax_row(scores, visible, n_stored, s.bounded[i] != 0, sums, powers);
    if (drop.dropout != nullptr) drop.dropout->apply({scores, visible}, drop.shape, drop.head, first + i, key);
    if (relative.slot_sums == nullptr) continue;
    float* slot_sums = relative.slot_sums + i * relative.padded_slots;
    if (factor != 1.0F) scaled_copy(slot_sums, slot_sums, factor, relative.n_slots);
    sum_by_distance(slot_sums, scores, *relative.terms, first + i, key, visible);
  }
}

// Divides the sums over all keys by the sums of weights.
void write_outputs(float* out, std::size_t out_stride, float* row_sums, std::size_t first, std::size_t n,
                   const Head& head, const Scratch& s) {
  for (std::size_t i = 0; i < n; ++i) {
    const float factor = 1.0F / s.totals[i];  // never 0 for finite scores: every query attends to at least one key
    scaled_copy(out + (first + i) * out_stride, s.sums + i * head.padded_value_dim, factor, head.value_dim);
    if (row_sums == nullptr) continue;
    row_sums[first + i] = s.highest[i];
    row_sums[head.n_tokens + first + i] = s.totals[i];
  }
}

// Attention of queries first ... first + n - 1 over all keys.
void query_block(float* out, std::size_t out_stride, float* row_sums, ConstMatrix q, std::size_t first, std::size_t n,
                 const Head& head, const Scratch& s, const HeadDropout& drop, const HeadRelative& relative) {
  const float scale = score_scale(head.key_dim);
  for (std::size_t i = 0; i < n; ++i) {
    scaled_copy(s.queries + i * head.key_dim, q.data + (first + i) * q.stride, scale, head.key_dim);
  }
  std::fill_n(s.sums, n * head.padded_value_dim, 0.0F);
  // attention_gradient() uses row_sums, which are relative to the maximum.
  for (std::size_t i = 0; i < n; ++i) {
    const bool bounded = row_sums == nullptr && relative.terms == nullptr &&
                         squared_length(s.queries + i * head.key_dim, head.key_dim) * s.longest_key <= kBound * kBound;
    s.bounded[i] = bounded ? 1.0F : 0.0F;
    s.highest[i] = bounded ? 0.0F : kMinusInfinity;
  }
  std::fill_n(s.totals, n, 0.0F);
  if (relative.terms != nullptr) begin_relative(relative, s.queries, head.key_dim, n);
  const std::size_t n_keys = head.causal ? first + n : head.n_tokens;  // no query of this block attends to later keys
  for (std::size_t key = 0; key < n_keys; key += kKeyBlock) {
    const std::size_t n_block = std::min(kKeyBlock, n_keys - key);
    const std::size_t n_stored = round_up(n_block, head.key_width);
    for (std::size_t j = 0; j < n_stored; j += head.key_width) {
      any_panel_product(head.key_width, n, head.key_dim, {s.queries, head.key_dim}, s.keys + (key + j) * head.key_dim,
                        s.scores + j, kKeyBlock);
    }
    softmax_block(first, n, key, n_block, n_stored, head, s, drop, relative);
    for (std::size_t v = 0; v < head.padded_value_dim; v += head.value_width) {
      any_panel_product(head.value_width, n, n_block, {s.scores, kKeyBlock},
                        s.values + v * head.n_tokens + key * head.value_width, s.sums + v, head.padded_value_dim,
                        {.adds = true});
    }
  }
  for (std::size_t v = 0; relative.slot_sums != nullptr && v < head.padded_value_dim; v += head.value_width) {
    any_panel_product(head.value_width, n, relative.n_slots, {relative.slot_sums, relative.padded_slots},
                      relative.value_columns + v * relative.n_slots, s.sums + v, head.padded_value_dim, {.adds = true});
  }
  write_outputs(out, out_stride, row_sums, first, n, head, s);
}

void attend(Matrix out, ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionShape& shape, float* memory,
            float* row_sums, const AttentionDropout* dropout, const RelativeTerms* terms) {
  const std::size_t value_width = panel_width(shape.value_dim);
  const Head head{shape.n_tokens,  shape.key_dim,
                  shape.value_dim, panel_width(kKeyBlock),
                  value_width,     round_up(shape.value_dim, value_width),
                  shape.causal};
  Scratch s = lay_out(memory, head);
  HeadRelative relative = lay_out_head_relative(memory + head_scratch_floats(shape), shape, terms);
  for (std::size_t h = 0; h < shape.n_heads; ++h) {
    pack_transposed(s.keys, k.slice_cols(h * shape.key_dim, shape.key_dim), head.key_width);
    s.longest_key = longest_key(s.keys, head);
    pack_columns(s.values, v.slice_cols(h * shape.value_dim, shape.value_dim), value_width);
    pack_relative(relative, shape, h);
    const ConstMatrix queries = q.slice_cols(h * shape.key_dim, shape.key_dim);
    for (std::size_t first = 0; first < shape.n_tokens; first += kQueryBlock) {
      const std::size_t n = std::min(kQueryBlock, shape.n_tokens - first);
      float* head_sums = row_sums == nullptr ? nullptr : row_sums + h * 2 * shape.n_tokens;
      query_block(out.data + h * shape.value_dim, out.stride, head_sums, queries, first, n, head, s,
                  {dropout, shape, h}, relative);
    }
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(attend);
HWY_EXPORT(head_scratch_floats);
HWY_EXPORT(relative_scratch_floats);

std::size_t attention_scratch_floats(const AttentionShape& shape, const RelativeTerms* relative) {
  const std::size_t plain = HWY_DYNAMIC_DISPATCH(head_scratch_floats)(shape);
  return relative == nullptr ? plain : plain + HWY_DYNAMIC_DISPATCH(relative_scratch_floats)(shape, *relative);
}

void attention(Matrix out, ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionShape& shape,
               std::span<float> scratch, std::span<float> row_sums, const AttentionDropout* dropout,
               const RelativeTerms* relative) {
  assert(row_sums.empty() || row_sums.size() == shape.n_row_sums());
  assert(q.rows == shape.n_tokens && k.rows == shape.n_tokens && v.rows == shape.n_tokens &&
         out.rows == shape.n_tokens);
  assert(q.cols == shape.n_heads * shape.key_dim && k.cols == q.cols);
  assert(v.cols == shape.n_heads * shape.value_dim && out.cols == v.cols);
  assert(scratch.size() >= attention_scratch_floats(shape, relative));
  assert(relative == nullptr || relative->positions.size() == shape.n_tokens);
  HWY_DYNAMIC_DISPATCH(attend)(out, q, k, v, shape, scratch.data(), row_sums.data(), dropout, relative);
}

namespace {

// Scores of one head for queries first ..., including relative positions.
void fill_scores(Matrix scores, ConstMatrix q, ConstMatrix k, const AttentionShape& shape, std::size_t head,
                 const RelativeTerms* relative, std::size_t first) {
  const float scale = 1.0F / std::sqrt(static_cast<float>(shape.key_dim));
  matmul(scores, q, PackedMatrix(k, {}));
  std::vector<float> by_slot;
  if (relative != nullptr && relative->keys != nullptr) {
    by_slot.resize(q.rows * relative->n_slots());
    const ConstMatrix table(relative->keys + head * relative->keys_of_head, relative->n_slots(), shape.key_dim);
    matmul({by_slot.data(), q.rows, relative->n_slots()}, q, PackedMatrix(table, {}));
  }
  for (std::size_t i = 0; i < scores.rows; ++i) {
    for (std::size_t j = 0; j < scores.cols; ++j) {
      float& score = scores.row(i)[j];
      if (!by_slot.empty()) score += by_slot[i * relative->n_slots() + relative->slot(first + i, j)];
      score *= scale;
      if (relative != nullptr && relative->biases != nullptr)
        score += relative->biases[head * relative->n_slots() + relative->slot(first + i, j)];
      if (shape.causal && j > first + i) score = -std::numeric_limits<float>::infinity();
    }
  }
}

}  // namespace

void attention_weights(std::span<float> out, ConstMatrix q, ConstMatrix k, const AttentionShape& shape,
                       const RelativeTerms* relative, std::size_t first_query) {
  const std::size_t n_keys = shape.n_tokens, n = q.rows;
  assert(first_query + n <= n_keys && out.size() == shape.n_heads * n * n_keys);
  for (std::size_t h = 0; h < shape.n_heads; ++h) {
    const Matrix scores(out.data() + h * n * n_keys, n, n_keys);
    fill_scores(scores, q.slice_cols(h * shape.key_dim, shape.key_dim), k.slice_cols(h * shape.key_dim, shape.key_dim),
                shape, h, relative, first_query);
    softmax_rows(scores);
  }
}

}  // namespace eegate
#endif
