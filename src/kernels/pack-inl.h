// Packing of matrices into the column panels that tile-inl.h multiplies.
#if defined(EEGATE_KERNELS_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_PACK_INL_H_
#undef EEGATE_KERNELS_PACK_INL_H_
#else
#define EEGATE_KERNELS_PACK_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "base/tensor.h"
#include "hwy/highway.h"
#include "kernels/simd-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

// Copies rows of kWidth values, at least one vector. The last vector may overlap the one before it, which is faster
// than single values or a call of memcpy.
template <std::size_t kWidth>
void copy_rows(float* packed, const float* row, std::size_t n_rows, std::size_t stride) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::ScalableTag<float>());
  for (std::size_t i = 0; i < n_rows; ++i, packed += kWidth, row += stride) {
    HWY_UNROLL(2) for (std::size_t j = 0; j + kLanes < kWidth; j += kLanes) {
      hn::StoreU(hn::LoadU(d, row + j), d, packed + j);
    }
    hn::StoreU(hn::LoadU(d, row + kWidth - kLanes), d, packed + kWidth - kLanes);
  }
}

// Packs columns first ... first + width - 1 of x as a panel [rows of x][width], zero-padded.
inline void pack_panel(float* packed, ConstMatrix x, std::size_t first, std::size_t width) {
  const std::size_t n = std::min(width, x.cols - first);
  const float* row = x.data + first;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::ScalableTag<float>());
  if (n == 2 * kLanes && n == width) return copy_rows<2 * kLanes>(packed, row, x.rows, x.stride);
  if constexpr (kTileRows >= kLanes) {
    if (n == kTileRows && n == width) return copy_rows<kTileRows>(packed, row, x.rows, x.stride);
  }
  for (std::size_t i = 0; i < x.rows; ++i, packed += width, row += x.stride) {
    for_each_vector(n, [&](auto d, std::size_t j) HWY_ATTR { hn::StoreU(hn::LoadU(d, row + j), d, packed + j); });
    for (std::size_t j = n; j < width; ++j) packed[j] = 0.0F;
  }
}

// Packs all panels of x one after the other.
inline void pack_columns(float* packed, ConstMatrix x, std::size_t width) {
  for (std::size_t first = 0; first < x.cols; first += width, packed += x.rows * width)
    pack_panel(packed, x, first, width);
}

// packed[k, j] = x[j, k] for a square of 4.
inline void transpose_square(float* packed, std::size_t width, const float* x, std::size_t stride) {
  const hn::FixedTag<float, 4> d;
  const auto r0 = hn::LoadU(d, x), r1 = hn::LoadU(d, x + stride), r2 = hn::LoadU(d, x + 2 * stride),
             r3 = hn::LoadU(d, x + 3 * stride);
  const auto low01 = hn::InterleaveLower(d, r0, r1), low23 = hn::InterleaveLower(d, r2, r3);
  const auto high01 = hn::InterleaveUpper(d, r0, r1), high23 = hn::InterleaveUpper(d, r2, r3);
  hn::StoreU(hn::ConcatLowerLower(d, low23, low01), d, packed);
  hn::StoreU(hn::ConcatUpperUpper(d, low23, low01), d, packed + width);
  hn::StoreU(hn::ConcatLowerLower(d, high23, high01), d, packed + 2 * width);
  hn::StoreU(hn::ConcatUpperUpper(d, high23, high01), d, packed + 3 * width);
}

// Packs all panels of x^T, [cols of x][width] for each `width` rows of x, zero-padded. In squares of 4, because reading
// columns of x would map to the same set of the cache where its rows are far apart.
inline void pack_transposed(float* packed, ConstMatrix x, std::size_t width) {
  constexpr std::size_t kSide = 4;
  const std::size_t whole = x.cols / kSide * kSide;
  for (std::size_t first = 0; first < x.rows; first += width, packed += x.cols * width) {
    const std::size_t n = std::min(width, x.rows - first);
    std::size_t j = 0;
    for (; j + kSide <= n; j += kSide) {
      const float* rows = x.data + (first + j) * x.stride;
      for (std::size_t k = 0; k < whole; k += kSide)
        transpose_square(packed + k * width + j, width, rows + k, x.stride);
      for (std::size_t k = whole; k < x.cols; ++k) {
        for (std::size_t i = 0; i < kSide; ++i) packed[k * width + j + i] = rows[i * x.stride + k];
      }
    }
    for (; j < width; ++j) {
      for (std::size_t k = 0; k < x.cols; ++k)
        packed[k * width + j] = j < n ? x.data[(first + j) * x.stride + k] : 0.0F;
    }
  }
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
