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

// Rows of a tile: as many accumulators (rows x 2 vectors) as fit into the registers together with two vectors of the
// panel and one broadcast value. 16 registers: 6 x 2, or 4 x 2 without fused multiply-add, whose product needs one
// more; 32 registers: 8 x 2.
#if HWY_TARGET == HWY_WASM && !defined(__wasm_relaxed_simd__)
inline constexpr std::size_t kTileRows = 4;
#elif HWY_TARGET == HWY_SSE2
inline constexpr std::size_t kTileRows = 4;
#elif HWY_TARGET <= HWY_AVX3
inline constexpr std::size_t kTileRows = 8;
#else
inline constexpr std::size_t kTileRows = 6;
#endif

// The left matrix: a[i, k] is data[i stride + k step]. Row-major for step 1, the transpose of a row-major matrix for
// stride 1.
struct Left {
  const float* data;
  std::size_t stride, step = 1;
  Left row(std::size_t i) const { return {data + i * stride, stride, step}; }
};

// What a tile does in addition to the product: start from the values of c (`adds`); then add a bias (one value for each
// column), add `other` (row by row, may be c), and apply ReLU.
struct TileEnds {
  bool adds = false, relu = false;
  const float* bias = nullptr;
  const float* other = nullptr;
  std::size_t other_stride = 0;
};

// c[MR, NV * lanes] = a[MR, K] * panel[K, NV * lanes], where c is row `first` of the rows of `left` and `ends`; the
// same for NP panels, which are `panel_floats` apart. Every value is summed over k in order, so that results do not
// depend on the tile. `left` and `ends` are those of all tiles, so that no tile has to construct its own.
template <std::size_t MR, std::size_t PanelVectors, std::size_t NP>
HWY_INLINE void tile_of(std::size_t first, std::size_t K, const Left& left, const float* HWY_RESTRICT panel,
                        [[maybe_unused]] std::size_t panel_floats, float* c, std::size_t ldc, const TileEnds& ends) {
  constexpr std::size_t NV = PanelVectors * NP;
  const float* HWY_RESTRICT row[MR];
  HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) row[i] = left.data + (first + i) * left.stride;
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  VF sum[MR][NV];
  HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
    HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = hn::Zero(d);
  }
  if (ends.adds) {
    HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
      HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = hn::LoadU(d, c + i * ldc + v * lanes);
    }
  }
  const std::size_t step = left.step, end = K * step;
  for (std::size_t k = 0; k < end; k += step) {
    VF b[NV];
    HWY_UNROLL(8)
    for (std::size_t v = 0; v < NV; ++v)
      b[v] = hn::LoadU(d, panel + v / PanelVectors * panel_floats + v % PanelVectors * lanes);
    panel += PanelVectors * lanes;
    HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
      const VF broadcast = hn::Set(d, row[i][k]);
      HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = mul_add(broadcast, b[v], sum[i][v]);
    }
  }
  if (ends.bias != nullptr) {
    HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) {
      const VF bias = hn::LoadU(d, ends.bias + v * lanes);
      HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) sum[i][v] = hn::Add(sum[i][v], bias);
    }
  }
  if (ends.other != nullptr) {
    HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
      HWY_UNROLL(8)
      for (std::size_t v = 0; v < NV; ++v)
        sum[i][v] = hn::Add(sum[i][v], hn::LoadU(d, ends.other + (first + i) * ends.other_stride + v * lanes));
    }
  }
  if (ends.relu) {
    HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
      HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = larger(sum[i][v], hn::Zero(d));
    }
  }
  HWY_UNROLL(12) for (std::size_t i = 0; i < MR; ++i) {
    HWY_UNROLL(8) for (std::size_t v = 0; v < NV; ++v) hn::StoreU(sum[i][v], d, c + i * ldc + v * lanes);
  }
}

template <std::size_t MR, std::size_t NV>
HWY_NOINLINE void tile(std::size_t first, std::size_t K, const Left& left, const float* HWY_RESTRICT panel, float* c,
                       std::size_t ldc, const TileEnds& ends) {
  tile_of<MR, NV, 1>(first, K, left, panel, 0, c, ldc, ends);
}

// One or two rows have too few independent sums to hide the latency of multiply-add, so several adjacent panels, two
// vectors wide each, are computed together.
template <std::size_t MR, std::size_t NP>
HWY_NOINLINE void few_rows_tile(std::size_t K, const Left& left, const float* HWY_RESTRICT panel,
                                std::size_t panel_floats, float* c, std::size_t ldc, const TileEnds& ends) {
  tile_of<MR, 2, NP>(0, K, left, panel, panel_floats, c, ldc, ends);
}

// Number of the `n_panels` whole panels that are computed together for a product of `rows` rows.
inline std::size_t panels_at_once(std::size_t rows, std::size_t n_panels) {
  if (rows == 1 && n_panels >= 4) return 4;
  return rows == 2 && n_panels >= 2 ? 2 : 1;
}

// Calls the tile for `rows` rows, 1 to kTileRows.
template <std::size_t NV, std::size_t MR = kTileRows>
void tile_rows(std::size_t rows, std::size_t first, std::size_t K, const Left& a, const float* panel, float* c,
               std::size_t ldc, const TileEnds& ends) {
  if constexpr (MR > 1) {
    if (rows < MR) return tile_rows<NV, MR - 1>(rows, first, K, a, panel, c, ldc, ends);
  }
  tile<MR, NV>(first, K, a, panel, c, ldc, ends);
}

// c[M, NV * lanes] (+)= a[M, K] * panel. Rows are distributed evenly over tiles, because a tile of few rows is limited
// by the latency of its sums.
template <std::size_t NV>
void panel_product(std::size_t M, std::size_t K, const Left& a, const float* panel, float* c, std::size_t ldc,
                   const TileEnds& ends) {
  const std::size_t n_tiles = (M + kTileRows - 1) / kTileRows;
  if (n_tiles == 0) return;
  const std::size_t n = M / n_tiles, n_higher = M % n_tiles;  // the first n_higher tiles have one row more
  for (std::size_t t = 0, i = 0; t < n_tiles; ++t) {
    const std::size_t rows = n + (t < n_higher ? 1 : 0);
    tile_rows<NV>(rows, i, K, a, panel, c + i * ldc, ldc, ends);
    i += rows;
  }
}

// Columns per panel: two vectors, or one if it holds all columns.
inline std::size_t panel_width(std::size_t n_cols) {
  const std::size_t lanes = hn::Lanes(DF());
  return n_cols <= lanes ? lanes : 2 * lanes;
}

inline std::size_t round_up(std::size_t n, std::size_t multiple) { return (n + multiple - 1) / multiple * multiple; }

// c[M, width] = a[M, K] * panel for a panel of panel_width() columns.
inline void any_panel_product(std::size_t width, std::size_t M, std::size_t K, const Left& a, const float* panel,
                              float* c, std::size_t ldc, const TileEnds& ends = {}) {
  if (width == hn::Lanes(DF())) return panel_product<1>(M, K, a, panel, c, ldc, ends);
  panel_product<2>(M, K, a, panel, c, ldc, ends);
}

// c[M, N] += a[M, K] b[K, N], b as consecutive panels of `width` columns. The last panel may be wider than the rest of
// c and is then computed in `spill` [M, width]. `panel_rows`, if not 0, is the number of rows of a panel, of which the
// product uses K.
inline void add_product(Matrix c, const Left& a, std::size_t K, const float* panels, std::size_t width, float* spill,
                        std::size_t panel_rows = 0) {
  const std::size_t panel_floats = (panel_rows == 0 ? K : panel_rows) * width;
  for (std::size_t first = 0; first < c.cols; first += width, panels += panel_floats) {
    const std::size_t n = c.cols - first;
    if (n >= width) {
      any_panel_product(width, c.rows, K, a, panels, c.data + first, c.stride, {.adds = true});
      continue;
    }
    any_panel_product(width, c.rows, K, a, panels, spill, width);
    for (std::size_t i = 0; i < c.rows; ++i) {
      float* row = c.data + i * c.stride + first;
      for (std::size_t j = 0; j < n; ++j) row[j] += spill[i * width + j];
    }
  }
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
