// Relative positions in attention(), for a block of queries at a time.
#if defined(EEGATE_KERNELS_ATTENTION_RELATIVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_ATTENTION_RELATIVE_INL_H_
#undef EEGATE_KERNELS_ATTENTION_RELATIVE_INL_H_
#else
#define EEGATE_KERNELS_ATTENTION_RELATIVE_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "hwy/highway.h"
#include "kernels/attention.h"
#include "kernels/pack-inl.h"
#include "kernels/relative-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

// Relative positions of one head; none if `terms` is null. A slot is a row of the tables.
struct HeadRelative {
  const RelativeTerms* terms = nullptr;
  const float* biases = nullptr;  // [n_slots]
  std::size_t n_slots = 0, padded_slots = 0, slot_width = 0;
  float* key_panels = nullptr;     // [panels of slots][q][width]
  float* value_columns = nullptr;  // [panels of d][n_slots][width]
  float* by_slot = nullptr;        // [kQueryBlock, padded slots]  queries . keys
  float* slot_sums = nullptr;      // [kQueryBlock, padded slots]  running sums of the weights of the keys of each slot
};

inline std::size_t relative_scratch_floats(const AttentionShape& shape, const RelativeTerms& terms) {
  const std::size_t slots = round_up(terms.n_slots(), panel_width(terms.n_slots()));
  std::size_t n = 0;
  if (terms.keys != nullptr) n += slots * (shape.key_dim + kQueryBlock);
  if (terms.values != nullptr)
    n += terms.n_slots() * round_up(shape.value_dim, panel_width(shape.value_dim)) + kQueryBlock * slots;
  return n;
}

inline HeadRelative lay_out_head_relative(float* memory, const AttentionShape& shape, const RelativeTerms* terms) {
  if (terms == nullptr) return {};
  HeadRelative r{.terms = terms, .n_slots = terms->n_slots(), .slot_width = panel_width(terms->n_slots())};
  r.padded_slots = round_up(r.n_slots, r.slot_width);
  if (terms->keys != nullptr) {
    r.key_panels = memory;
    r.by_slot = r.key_panels + r.padded_slots * shape.key_dim;
    memory = r.by_slot + kQueryBlock * r.padded_slots;
  }
  if (terms->values != nullptr) {
    r.value_columns = memory;
    r.slot_sums = r.value_columns + r.n_slots * round_up(shape.value_dim, panel_width(shape.value_dim));
  }
  return r;
}

// Packs the tables of head h; tables that all heads share are packed once.
inline void pack_relative(HeadRelative& r, const AttentionShape& shape, std::size_t h) {
  if (r.terms == nullptr) return;
  const RelativeTerms& t = *r.terms;
  if (t.biases != nullptr) r.biases = t.biases + h * r.n_slots;
  if (t.keys != nullptr && (h == 0 || t.keys_of_head > 0))
    pack_transposed(r.key_panels, {t.keys + h * t.keys_of_head, r.n_slots, shape.key_dim}, r.slot_width);
  if (t.values != nullptr && (h == 0 || t.values_of_head > 0)) {
    pack_columns(r.value_columns, {t.values + h * t.values_of_head, r.n_slots, shape.value_dim},
                 panel_width(shape.value_dim));
  }
}

// Products of these queries with the key table, before the first block of keys.
inline void begin_relative(const HeadRelative& r, const float* queries, std::size_t key_dim, std::size_t n) {
  if (r.by_slot != nullptr) {
    for (std::size_t slot = 0; slot < r.n_slots; slot += r.slot_width) {
      any_panel_product(r.slot_width, n, key_dim, {queries, key_dim}, r.key_panels + slot * key_dim, r.by_slot + slot,
                        r.padded_slots);
    }
  }
  if (r.slot_sums != nullptr) std::fill_n(r.slot_sums, n * r.padded_slots, 0.0F);
}

// Adds the relative terms to the scores of query first + i and the n keys from `key` on.
inline void add_relative(float* scores, const HeadRelative& r, std::size_t first, std::size_t i, std::size_t key,
                         std::size_t n) {
  if (r.by_slot != nullptr) add_by_distance(scores, r.by_slot + i * r.padded_slots, 1.0F, *r.terms, first + i, key, n);
  if (r.biases != nullptr) add_by_distance(scores, r.biases, kLog2OfE, *r.terms, first + i, key, n);
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
