// Relative positions in attention_gradient(), tile by tile of queries and keys.
#if defined(EEGATE_KERNELS_ATTENTION_GRADIENT_RELATIVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_ATTENTION_GRADIENT_RELATIVE_INL_H_
#undef EEGATE_KERNELS_ATTENTION_GRADIENT_RELATIVE_INL_H_
#else
#define EEGATE_KERNELS_ATTENTION_GRADIENT_RELATIVE_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/attention_gradient.h"
#include "kernels/pack-inl.h"
#include "kernels/relative-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

inline std::size_t padded(std::size_t cols) { return round_up(cols, panel_width(cols)); }

// Relative positions of one head; none if `terms` is null. All buffers are indexed by the row (slot) of the tables, but
// only the rows that occur in a tile are computed.
struct RelativeWork {
  const RelativeTerms* terms = nullptr;
  std::size_t n_slots = 0, padded_slots = 0, width = 0;
  float *key_panels = nullptr, *key_columns = nullptr;  // keys^T and keys
  float* value_panels = nullptr;                        // values^T
  float *by_slot = nullptr, *sums = nullptr;            // [kQueryBlock, padded slots]
  float* dbiases = nullptr;                             // [padded slots] of a head, unscaled
  float* spill = nullptr;
  const float* biases = nullptr;                     // biases of this head
  float *keys_out = nullptr, *values_out = nullptr;  // gradients of this head's tables
};

inline std::size_t relative_work_floats(const AttentionShape& s, const RelativeTerms& t) {
  const std::size_t slots = padded(t.n_slots());
  return slots * s.key_dim + t.n_slots() * padded(s.key_dim) + slots * s.value_dim + (2 * kQueryBlock + 1) * slots +
         t.n_slots() * 2 * hn::Lanes(DF());
}

inline RelativeWork lay_out_relative_work(float* memory, const AttentionShape& s, const RelativeTerms* terms) {
  if (terms == nullptr) return {};
  RelativeWork r{.terms = terms, .n_slots = terms->n_slots(), .width = panel_width(terms->n_slots())};
  r.padded_slots = round_up(r.n_slots, r.width);
  r.key_panels = memory;
  r.key_columns = r.key_panels + r.padded_slots * s.key_dim;
  r.value_panels = r.key_columns + r.n_slots * padded(s.key_dim);
  r.by_slot = r.value_panels + r.padded_slots * s.value_dim;
  r.sums = r.by_slot + kQueryBlock * r.padded_slots;
  r.dbiases = r.sums + kQueryBlock * r.padded_slots;
  r.spill = r.dbiases + r.padded_slots;
  return r;
}

// Packs the tables of head h and selects their gradients; tables that all heads share are packed once.
inline void begin_head(RelativeWork& r, const AttentionShape& s, const RelativeGradients& d, std::size_t h) {
  if (r.terms == nullptr) return;
  const RelativeTerms& t = *r.terms;
  if (t.biases != nullptr) r.biases = t.biases + h * r.n_slots;
  std::fill_n(r.dbiases, r.padded_slots, 0.0F);
  if (t.keys != nullptr) r.keys_out = d.keys + h * t.keys_of_head;
  if (t.values != nullptr) r.values_out = d.values + h * t.values_of_head;
  if (t.keys != nullptr && (h == 0 || t.keys_of_head > 0)) {
    const ConstMatrix keys(t.keys + h * t.keys_of_head, r.n_slots, s.key_dim);
    pack_transposed(r.key_panels, keys, r.width);
    pack_columns(r.key_columns, keys, panel_width(s.key_dim));
  }
  if (t.values != nullptr && (h == 0 || t.values_of_head > 0))
    pack_transposed(r.value_panels, {t.values + h * t.values_of_head, r.n_slots, s.value_dim}, r.width);
}

// Queries [first, first + n), keys [key, key + n_keys) of a head, and the range of slots between them.
struct Tile {
  std::size_t first, n, key, n_keys;
  std::size_t slot = 0, n_slots = 0;

  std::size_t visible(const AttentionShape& s, std::size_t i) const {
    if (!s.causal) return n_keys;
    return first + i + 1 > key ? std::min(n_keys, first + i + 1 - key) : 0;
  }
};

inline void find_slots(Tile& t, const RelativeTerms& terms) {
  const auto queries = terms.positions.subspan(t.first, t.n), keys = terms.positions.subspan(t.key, t.n_keys);
  const auto [query_low, query_high] = std::minmax_element(queries.begin(), queries.end());
  const auto [key_low, key_high] = std::minmax_element(keys.begin(), keys.end());
  const std::int64_t reach = static_cast<std::int64_t>(terms.reach);
  const auto slot_of = [&](std::int32_t key, std::int32_t query) {
    return static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(key) - query, -reach, reach) +
                                    reach);
  };
  t.slot = slot_of(*key_low, *query_high);
  t.n_slots = slot_of(*key_high, *query_low) + 1 - t.slot;
}

// x[i, j] += rows[i] . table[slot of i, j]
inline void add_table(float* x, std::size_t stride, ConstMatrix rows, const float* panels, const Tile& t,
                      const AttentionShape& s, const RelativeWork& r) {
  const std::size_t end = t.slot + t.n_slots;
  for (std::size_t slot = t.slot / r.width * r.width; slot < end; slot += r.width) {
    any_panel_product(r.width, t.n, rows.cols, {rows.data, rows.stride}, panels + slot * rows.cols, r.by_slot + slot,
                      r.padded_slots);
  }
  for (std::size_t i = 0; i < t.n; ++i) {
    add_by_distance(x + i * stride, r.by_slot + i * r.padded_slots, 1.0F, *r.terms, t.first + i, t.key,
                    t.visible(s, i));
  }
}

// Sums of x over the keys of each slot, row by row.
inline Left sums_by_slot(const float* x, std::size_t stride, const Tile& t, const AttentionShape& s,
                         const RelativeWork& r) {
  for (std::size_t i = 0; i < t.n; ++i) {
    float* row = r.sums + i * r.padded_slots;
    std::fill_n(row + t.slot, t.n_slots, 0.0F);
    sum_by_distance(row, x + i * stride, *r.terms, t.first + i, t.key, t.visible(s, i));
  }
  return {r.sums + t.slot, r.padded_slots};
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
