#include "kernels/attention_gradient.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/attention_gradient.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/attention_gradient_relative-inl.h"
#include "kernels/pack-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

constexpr std::size_t kGradientKeyBlock =
    120;  // a multiple of every tile of rows and of every panel of columns but AVX-512's

// c[M, N] = a[M, K] b, b as panels that contain all columns; the rows of c are padded to whole panels.
void set_product(float* c, std::size_t c_stride, std::size_t n_cols, ConstMatrix a, const float* panels,
                 std::size_t width) {
  for (std::size_t first = 0; first < n_cols; first += width, panels += a.cols * width) {
    any_panel_product(width, a.rows, a.cols, {a.data, a.stride}, panels, c + first, c_stride);
  }
}

struct Work {
  float* queries;                       // [kQueryBlock, q]  q log2(e) / sqrt(q)
  float* scores;                        // [kQueryBlock, padded keys]  scores, then probabilities
  float* dscores;                       // [kQueryBlock, padded keys]  dout v^T, then dS / sqrt(q)
  float* output_products;               // [N]  D: dout . out of each query
  float* key_panels;                    // k^T of a key block
  float* value_panels;                  // v^T of a key block
  float* key_columns;                   // k of a key block
  float *query_columns, *dout_columns;  // q and dout of all query blocks, one after the other
  float* spill;
};

std::size_t padded_keys() { return round_up(kGradientKeyBlock, panel_width(kGradientKeyBlock)); }

std::size_t work_floats(const AttentionShape& s) {
  const std::size_t keys = padded_keys(), q = padded(s.key_dim), d = padded(s.value_dim);
  return kQueryBlock * (s.key_dim + 2 * keys) + s.n_tokens + keys * (s.key_dim + s.value_dim) + kGradientKeyBlock * q +
         s.n_tokens * (q + d) + kGradientKeyBlock * 2 * hn::Lanes(DF());
}

Work lay_out(float* memory, const AttentionShape& s) {
  Work w{};
  const std::size_t keys = padded_keys();
  w.queries = memory;
  w.scores = w.queries + kQueryBlock * s.key_dim;
  w.dscores = w.scores + kQueryBlock * keys;
  w.key_panels = w.dscores + kQueryBlock * keys;
  w.value_panels = w.key_panels + keys * s.key_dim;
  w.key_columns = w.value_panels + keys * s.value_dim;
  w.query_columns = w.key_columns + kGradientKeyBlock * padded(s.key_dim);
  w.dout_columns = w.query_columns + s.n_tokens * padded(s.key_dim);
  w.spill = w.dout_columns + s.n_tokens * padded(s.value_dim);
  w.output_products = w.spill + kGradientKeyBlock * 2 * hn::Lanes(DF());
  return w;
}

// Replaces the scores of a query, in base 2 and to the bit as attention() computes them, by probabilities.
void row_probabilities(float* scores, std::size_t n, std::size_t n_stored, float highest, float total) {
  const DF d;
  const PowersOf2<DF> powers(d);
  const auto most = hn::Set(d, highest), factor = hn::Set(d, 1.0F / total);
  for (std::size_t j = 0; j < n_stored; j += hn::Lanes(d))
    hn::StoreU(hn::Mul(powers(hn::Sub(hn::LoadU(d, scores + j), most)), factor), d, scores + j);
  std::fill(scores + n, scores + n_stored, 0.0F);
}

// Replaces the products dout v^T by the scaled gradient of the scores.
void row_gradient(const float* probabilities, float* dscores, std::size_t n_stored, float dot, float scale) {
  const DF d;
  for (std::size_t j = 0; j < n_stored; j += hn::Lanes(d)) {
    const auto difference = hn::Sub(hn::LoadU(d, dscores + j), hn::Set(d, dot));
    hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(d, probabilities + j), difference), hn::Set(d, scale)), d, dscores + j);
  }
}

struct HeadViews {
  Matrix dq, dk, dv;
  ConstMatrix dout, q, k, v, out;
  const float* row_sums;
  const AttentionShape& shape;
  std::size_t head;
  const AttentionDropout* dropout;  // null: none
  const RelativeWork& relative;
};

void multiply(float* x, const float* factors, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t j)
                         HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, x + j), hn::LoadU(d, factors + j)), d, x + j); });
}

void scaled_sum(float* sum, const float* x, float factor, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t j) HWY_ATTR {
    hn::StoreU(mul_add(hn::LoadU(d, x + j), hn::Set(d, factor), hn::LoadU(d, sum + j)), d, sum + j);
  });
}

float dot(const float* a, const float* b, std::size_t n) {
  const DF d;
  VF sums = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) sums = mul_add(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sums);
  float sum = sum_lanes(d, sums);
  for (; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// Replaces the scores of a tile by probabilities (after dropout), and dout v^T by the gradient of the scores. In a tile
// of all keys D is the sum of the very numbers from which it is taken, so that values far from 0 do not matter.
void tile_score_gradient(const HeadViews& h, const Tile& t, float scale, const Work& w) {
  const std::size_t stride = padded_keys(), n_stored = round_up(t.n_keys, panel_width(kGradientKeyBlock)),
                    n_tokens = h.shape.n_tokens;
  for (std::size_t i = 0; i < t.n; ++i) {
    float *scores = w.scores + i * stride, *dscores = w.dscores + i * stride;
    const std::size_t visible = t.visible(h.shape, i), query = t.first + i;
    row_probabilities(scores, visible, n_stored, h.row_sums[query], h.row_sums[n_tokens + query]);
    float factors[kGradientKeyBlock];
    if (h.dropout != nullptr) {
      std::fill_n(factors, visible, 1.0F);
      h.dropout->apply({factors, visible}, h.shape, h.head, query, t.key);
      multiply(dscores, factors, visible);
    }
    const float product = t.n_keys == n_tokens ? dot(scores, dscores, visible) : w.output_products[query];
    row_gradient(scores, dscores, n_stored, product, scale);
    if (h.dropout != nullptr) multiply(scores, factors, visible);
  }
}

// Adds the relative terms to the scores and to dout v^T.
void add_relative(const HeadViews& h, const Tile& t, ConstMatrix queries, const Work& w) {
  const RelativeWork& r = h.relative;
  const std::size_t stride = padded_keys();
  if (r.keys_out != nullptr) add_table(w.scores, stride, queries, r.key_panels, t, h.shape, r);
  if (r.values_out != nullptr)
    add_table(w.dscores, stride, h.dout.slice_rows(t.first, t.n), r.value_panels, t, h.shape, r);
  for (std::size_t i = 0; i < t.n && r.biases != nullptr; ++i) {
    add_by_distance(w.scores + i * stride, r.biases, kLog2OfE, *r.terms, t.first + i, t.key, t.visible(h.shape, i));
  }
}

// Gradients of the tables, and their contribution to the gradient of the queries.
void relative_gradient(const HeadViews& h, const Tile& t, const Work& w) {
  const RelativeWork& r = h.relative;
  const std::size_t stride = padded_keys(), q = h.q.cols, d = h.v.cols;
  if (r.keys_out != nullptr) {
    const Left sums = sums_by_slot(w.dscores, stride, t, h.shape, r);
    add_product(h.dq.slice_rows(t.first, t.n), sums, t.n_slots, r.key_columns + t.slot * panel_width(q), panel_width(q),
                w.spill, r.n_slots);
    add_product({r.keys_out + t.slot * q, t.n_slots, q}, {sums.data, 1, sums.stride}, t.n,
                w.query_columns + t.first * padded(q), panel_width(q), r.spill);
  }
  if (r.values_out != nullptr) {
    const Left sums = sums_by_slot(w.scores, stride, t, h.shape, r);
    add_product({r.values_out + t.slot * d, t.n_slots, d}, {sums.data, 1, sums.stride}, t.n,
                w.dout_columns + t.first * padded(d), panel_width(d), r.spill);
  }
  for (std::size_t i = 0; i < t.n && r.biases != nullptr; ++i)
    sum_by_distance(r.dbiases, w.dscores + i * stride, *r.terms, t.first + i, t.key, t.visible(h.shape, i));
}

// Gradients of one tile of queries against packed keys.
void tile_gradient(const HeadViews& h, Tile t, float scale, const Work& w) {
  const std::size_t stride = padded_keys(), width = panel_width(kGradientKeyBlock),
                    n_stored = round_up(t.n_keys, width);
  const bool relative = h.relative.terms != nullptr;
  for (std::size_t i = 0; i < t.n; ++i)
    scaled_copy(w.queries + i * h.q.cols, h.q.data + (t.first + i) * h.q.stride, score_scale(h.q.cols), h.q.cols);
  const ConstMatrix queries(w.queries, t.n, h.q.cols);
  set_product(w.scores, stride, n_stored, queries, w.key_panels, width);
  set_product(w.dscores, stride, n_stored, h.dout.slice_rows(t.first, t.n), w.value_panels, width);
  if (relative) {
    find_slots(t, *h.relative.terms);
    add_relative(h, t, queries, w);
  }
  tile_score_gradient(h, t, scale, w);
  if (relative) relative_gradient(h, t, w);
  add_product(h.dq.slice_rows(t.first, t.n), {w.dscores, stride}, t.n_keys, w.key_columns, panel_width(h.q.cols),
              w.spill);
  add_product(h.dv.slice_rows(t.key, t.n_keys), {w.scores, 1, stride}, t.n, w.dout_columns + t.first * padded(h.v.cols),
              panel_width(h.v.cols), w.spill);
  add_product(h.dk.slice_rows(t.key, t.n_keys), {w.dscores, 1, stride}, t.n,
              w.query_columns + t.first * padded(h.q.cols), panel_width(h.q.cols), w.spill);
}

void head_gradient(const HeadViews& h, const Work& w) {
  const std::size_t n_tokens = h.shape.n_tokens;
  const float scale = 1.0F / std::sqrt(static_cast<float>(h.shape.key_dim));
  for (std::size_t first = 0; first < n_tokens; first += kQueryBlock) {
    const std::size_t n = std::min(kQueryBlock, n_tokens - first);
    pack_columns(w.query_columns + first * padded(h.q.cols), h.q.slice_rows(first, n), panel_width(h.q.cols));
    pack_columns(w.dout_columns + first * padded(h.v.cols), h.dout.slice_rows(first, n), panel_width(h.v.cols));
  }
  for (std::size_t i = 0; i < n_tokens; ++i)
    w.output_products[i] = dot(h.dout.data + i * h.dout.stride, h.out.data + i * h.out.stride, h.dout.cols);
  for (std::size_t key = 0; key < n_tokens; key += kGradientKeyBlock) {
    const std::size_t n_keys = std::min(kGradientKeyBlock, n_tokens - key);
    pack_transposed(w.key_panels, h.k.slice_rows(key, n_keys), panel_width(kGradientKeyBlock));
    pack_transposed(w.value_panels, h.v.slice_rows(key, n_keys), panel_width(kGradientKeyBlock));
    pack_columns(w.key_columns, h.k.slice_rows(key, n_keys), panel_width(h.k.cols));
    // With a causal mask, earlier queries do not attend to these keys.
    const std::size_t first_query = h.shape.causal ? key / kQueryBlock * kQueryBlock : 0;
    for (std::size_t first = first_query; first < n_tokens; first += kQueryBlock) {
      tile_gradient(h, {.first = first, .n = std::min(kQueryBlock, n_tokens - first), .key = key, .n_keys = n_keys},
                    scale, w);
    }
  }
}

void heads_gradient(Matrix dq, Matrix dk, Matrix dv, ConstMatrix dout, ConstMatrix q, ConstMatrix k, ConstMatrix v,
                    ConstMatrix out, const float* row_sums, const AttentionShape& shape, float* memory,
                    const AttentionDropout* dropout, const RelativeTerms* terms, const RelativeGradients& drelative) {
  const Work work = lay_out(memory, shape);
  RelativeWork relative = lay_out_relative_work(memory + work_floats(shape), shape, terms);
  for (std::size_t h = 0; h < shape.n_heads; ++h) {
    const std::size_t key = h * shape.key_dim, value = h * shape.value_dim;
    const HeadViews views{dq.slice_cols(key, shape.key_dim),
                          dk.slice_cols(key, shape.key_dim),
                          dv.slice_cols(value, shape.value_dim),
                          dout.slice_cols(value, shape.value_dim),
                          q.slice_cols(key, shape.key_dim),
                          k.slice_cols(key, shape.key_dim),
                          v.slice_cols(value, shape.value_dim),
                          out.slice_cols(value, shape.value_dim),
                          row_sums + h * 2 * shape.n_tokens,
                          shape,
                          h,
                          dropout,
                          relative};
    begin_head(relative, shape, drelative, h);
    head_gradient(views, work);
    // dscores contain the scale of the scores, after which biases are added.
    if (relative.biases != nullptr) {
      scaled_sum(drelative.biases + h * relative.n_slots, relative.dbiases,
                 std::sqrt(static_cast<float>(shape.key_dim)), relative.n_slots);
    }
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(heads_gradient);
HWY_EXPORT(work_floats);
HWY_EXPORT(relative_work_floats);

void attention_gradient(Matrix dq, Matrix dk, Matrix dv, ConstMatrix dout, ConstMatrix q, ConstMatrix k, ConstMatrix v,
                        ConstMatrix out, std::span<const float> row_sums, const AttentionShape& shape, Arena& arena,
                        const AttentionDropout* dropout, const RelativeTerms* relative,
                        const RelativeGradients& drelative) {
  assert(row_sums.size() == shape.n_row_sums());
  assert(relative == nullptr || relative->positions.size() == shape.n_tokens);
  const ArenaScope scope(arena);
  std::size_t n_floats = HWY_DYNAMIC_DISPATCH(work_floats)(shape);
  if (relative != nullptr) n_floats += HWY_DYNAMIC_DISPATCH(relative_work_floats)(shape, *relative);
  float* memory = arena.floats(n_floats).data();
  HWY_DYNAMIC_DISPATCH(heads_gradient)
  (dq, dk, dv, dout, q, k, v, out, row_sums.data(), shape, memory, dropout, relative, drelative);
}

}  // namespace eegate
#endif
