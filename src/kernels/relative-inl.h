// Relative positions in attention: the row of a table for each key, and sums over the keys of each row. Positions of
// keys rise by one within runs, so that consecutive keys use consecutive rows of the table.
#if defined(EEGATE_KERNELS_RELATIVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_RELATIVE_INL_H_
#undef EEGATE_KERNELS_RELATIVE_INL_H_
#else
#define EEGATE_KERNELS_RELATIVE_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hwy/highway.h"
#include "kernels/attention.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

// The softmax is computed with powers of 2, so terms that are added to scores are multiplied by log2(e).
inline constexpr float kLog2OfE = 1.44269504F;
// Of the queries, so that scores are in base 2.
inline float score_scale(std::size_t key_dim) { return kLog2OfE / std::sqrt(static_cast<float>(key_dim)); }

// out = factor x
inline void scaled_copy(float* out, const float* x, float factor, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t j)
                         HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, x + j), hn::Set(d, factor)), d, out + j); });
}

// Queries per block of attention: a multiple of the rows of every tile.
inline constexpr std::size_t kQueryBlock = 24;

// Splits keys [key, key + n) into runs and calls moving(j, slot, length) for keys key + j ... at distances within the
// reach, which use rows slot, slot + 1, ..., and fixed(j, slot, length) for keys beyond the reach, which all use one
// row.
template <class Moving, class Fixed>
void for_each_run(const RelativeTerms& r, std::size_t query, std::size_t key, std::size_t n, const Moving& moving,
                  const Fixed& fixed) {
  const auto reach = static_cast<std::int64_t>(r.reach), here = static_cast<std::int64_t>(r.positions[query]);
  for (std::size_t j = 0; j < n;) {
    const std::int64_t distance = static_cast<std::int64_t>(r.positions[key + j]) - here;
    const std::size_t rest = std::min<std::size_t>(n - j, r.run_lengths[key + j]);
    std::size_t length = rest;
    if (distance < -reach) {
      length = std::min(rest, static_cast<std::size_t>(-reach - distance));
      fixed(j, 0, length);
    } else if (distance > reach) {
      fixed(j, 2 * r.reach, length);
    } else {
      length = std::min(rest, static_cast<std::size_t>(reach - distance + 1));
      moving(j, static_cast<std::size_t>(distance + reach), length);
    }
    j += length;
  }
}

// x[j] += factor row[slot of key + j]
inline void add_by_distance(float* x, const float* row, float factor, const RelativeTerms& r, std::size_t query,
                            std::size_t key, std::size_t n) {
  for_each_run(
      r, query, key, n,
      [&](std::size_t j, std::size_t slot, std::size_t length) HWY_ATTR {
        for_each_vector(length, [&](auto d, std::size_t i) HWY_ATTR {
          const auto sum = mul_add(hn::LoadU(d, row + slot + i), hn::Set(d, factor), hn::LoadU(d, x + j + i));
          hn::StoreU(sum, d, x + j + i);
        });
      },
      [&](std::size_t j, std::size_t slot, std::size_t length) HWY_ATTR {
        for_each_vector(length, [&](auto d, std::size_t i) HWY_ATTR {
          const auto sum = mul_add(hn::Set(d, row[slot]), hn::Set(d, factor), hn::LoadU(d, x + j + i));
          hn::StoreU(sum, d, x + j + i);
        });
      });
}

// row[slot of key + j] += x[j]
inline void sum_by_distance(float* row, const float* x, const RelativeTerms& r, std::size_t query, std::size_t key,
                            std::size_t n) {
  for_each_run(
      r, query, key, n,
      [&](std::size_t j, std::size_t slot, std::size_t length) HWY_ATTR {
        for_each_vector(length, [&](auto d, std::size_t i) HWY_ATTR {
          hn::StoreU(hn::Add(hn::LoadU(d, row + slot + i), hn::LoadU(d, x + j + i)), d, row + slot + i);
        });
      },
      [&](std::size_t j, std::size_t slot, std::size_t length) HWY_ATTR {
        const hn::ScalableTag<float> d;
        auto lanes = hn::Zero(d);
        std::size_t i = 0;
        for (; i + hn::Lanes(d) <= length; i += hn::Lanes(d)) lanes = hn::Add(lanes, hn::LoadU(d, x + j + i));
        float sum = sum_lanes(d, lanes);
        for (; i < length; ++i) sum += x[j + i];
        row[slot] += sum;
      });
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
