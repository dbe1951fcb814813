// The register tile of all matrix products: MR rows of A times one packed panel of NV vectors.
#if defined(EEGATE_KERNELS_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_TILE_INL_H_
#undef EEGATE_KERNELS_TILE_INL_H_
#else
#define EEGATE_KERNELS_TILE_INL_H_
#endif

#include <cstddef>

#include "base/tensor.h"
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using VF = hn::Vec<DF>;

// Rows of a tile: as many accumulators (rows x 2 vectors) as the register file holds beside two vectors of the panel
// and one broadcast. 16 registers: 6 x 2; multiply and add apart need one more for the product, so 4 x 2; 32 registers:
// 8 x 2.
#if HWY_TARGET == HWY_WASM && !defined(__wasm_relaxed_simd__)
inline constexpr std::size_t kTileRows = 4;
#elif HWY_TARGET == HWY_SSE2
inline constexpr std::size_t kTileRows = 4;
#elif HWY_TARGET <= HWY_AVX3
inline constexpr std::size_t kTileRows = 8;
#else
inline constexpr std::size_t kTileRows = 6;
#endif

// Where a[i, k] lies: row-major for step 1, the transpose of a row-major matrix for stride 1.
struct Left {
  const float* data;
  std::size_t stride, step = 1;
  Left row(std::size_t i) const { return {data + i * stride, stride, step}; }
};

// c[MR, NV * lanes] = a[MR, K] * panel[K, NV * lanes], added to what c holds if kAdd. Every value sums over k in order,
// so that results do not depend on the tile.
template <std::size_t MR, std::size_t NV, bool kAdd>
HWY_NOINLINE void tile(std::size_t K, Left left, const float* HWY_RESTRICT panel, float* HWY_RESTRICT c,
                       std::size_t ldc) {
  const float* HWY_RESTRICT row[MR];
  HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) row[i] = left.data + i * left.stride;
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  VF sum[MR][NV];
  HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) {
      sum[i][v] = kAdd ? hn::LoadU(d, c + i * ldc + v * lanes) : hn::Zero(d);
    }
  }
  const std::size_t step = left.step, end = K * step;
  for (std::size_t k = 0; k < end; k += step) {
    VF b[NV];
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) b[v] = hn::LoadU(d, panel + v * lanes);
    panel += NV * lanes;
    HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
      const VF broadcast = hn::Set(d, row[i][k]);
      HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = mul_add(broadcast, b[v], sum[i][v]);
    }
  }
  HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) hn::StoreU(sum[i][v], d, c + i * ldc + v * lanes);
  }
}

// The same for any number of rows up to kTileRows.
template <std::size_t NV, bool kAdd>
void tile_rows(std::size_t rows, std::size_t K, Left a, const float* panel, float* c, std::size_t ldc) {
  switch (rows) {
    case 1:
      return tile<1, NV, kAdd>(K, a, panel, c, ldc);
    case 2:
      return tile<2, NV, kAdd>(K, a, panel, c, ldc);
    case 3:
      return tile<3, NV, kAdd>(K, a, panel, c, ldc);
    case 4:
      return tile<4, NV, kAdd>(K, a, panel, c, ldc);
    default:
      break;
  }
  if constexpr (kTileRows > 4) {
    if (rows == 5) return tile<5, NV, kAdd>(K, a, panel, c, ldc);
    if (rows == 6) return tile<6, NV, kAdd>(K, a, panel, c, ldc);
  }
  if constexpr (kTileRows > 6) {
    if (rows == 7) return tile<7, NV, kAdd>(K, a, panel, c, ldc);
    if (rows == 8) return tile<8, NV, kAdd>(K, a, panel, c, ldc);
  }
}

// c[M, NV * lanes] (+)= a[M, K] * panel
template <std::size_t NV, bool kAdd>
void panel_product(std::size_t M, std::size_t K, Left a, const float* panel, float* c, std::size_t ldc) {
  std::size_t i = 0;
  for (; i + kTileRows <= M; i += kTileRows) tile<kTileRows, NV, kAdd>(K, a.row(i), panel, c + i * ldc, ldc);
  if (i < M) tile_rows<NV, kAdd>(M - i, K, a.row(i), panel, c + i * ldc, ldc);
}

// Two vectors wide unless one holds all columns.
inline std::size_t panel_width(std::size_t n_cols) {
  const std::size_t lanes = hn::Lanes(DF());
  return n_cols <= lanes ? lanes : 2 * lanes;
}

inline std::size_t round_up(std::size_t n, std::size_t multiple) { return (n + multiple - 1) / multiple * multiple; }

// c[M, width] (+)= a[M, K] * panel for a panel of panel_width() columns.
template <bool kAdd>
void any_panel_product(std::size_t width, std::size_t M, std::size_t K, Left a, const float* panel, float* c,
                       std::size_t ldc) {
  if (width == hn::Lanes(DF())) return panel_product<1, kAdd>(M, K, a, panel, c, ldc);
  panel_product<2, kAdd>(M, K, a, panel, c, ldc);
}

// c[M, N] += a[M, K] b[K, N], b in panels of `width` columns behind each other. c is a view: what would stick out over
// its last column goes through `spill` [M, width]. `panel_rows`, if not 0, are the rows of a panel of which the product
// takes K.
inline void add_product(Matrix c, Left a, std::size_t K, const float* panels, std::size_t width, float* spill,
                        std::size_t panel_rows = 0) {
  const std::size_t panel_floats = (panel_rows == 0 ? K : panel_rows) * width;
  for (std::size_t first = 0; first < c.cols; first += width, panels += panel_floats) {
    const std::size_t n = c.cols - first;
    if (n >= width) {
      any_panel_product<true>(width, c.rows, K, a, panels, c.data + first, c.stride);
      continue;
    }
    any_panel_product<false>(width, c.rows, K, a, panels, spill, width);
    for (std::size_t i = 0; i < c.rows; ++i) {
      float* row = c.data + i * c.stride + first;
      for (std::size_t j = 0; j < n; ++j) row[j] += spill[i * width + j];
    }
  }
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
