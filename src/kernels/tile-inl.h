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

// What a tile does besides the product: begin from what c holds, and on the way out add a bias (one value for each
// column), then `other` (row by row, may be c), then cut at zero.
struct TileEnds {
  bool adds = false, relu = false;
  const float* bias = nullptr;
  const float* other = nullptr;
  std::size_t other_stride = 0;
};

// c[MR, NV * lanes] = a[MR, K] * panel[K, NV * lanes], where c begins at row `first` of what `left` and `ends` speak
// of; the same for NP panels, each `panel_floats` behind the one before. Every value sums over k in order, so that
// results do not depend on the tile. Nothing is made for each tile that a short sum would wait for: `left` and `ends`
// are those of all tiles.
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

// One or two rows have too few sums to keep multiply-add busy, each of which waits for the one before: neighbouring
// panels, two vectors wide each, take turns.
template <std::size_t MR, std::size_t NP>
HWY_NOINLINE void low_tile(std::size_t K, const Left& left, const float* HWY_RESTRICT panel, std::size_t panel_floats,
                           float* c, std::size_t ldc, const TileEnds& ends) {
  tile_of<MR, 2, NP>(0, K, left, panel, panel_floats, c, ldc, ends);
}

// How many of `n_panels` whole panels a product of so many rows takes at once.
inline std::size_t panels_at_once(std::size_t rows, std::size_t n_panels) {
  if (rows == 1 && n_panels >= 4) return 4;
  return rows == 2 && n_panels >= 2 ? 2 : 1;
}

// The tile for a number of rows from 1 to kTileRows.
template <std::size_t NV, std::size_t MR = kTileRows>
void tile_rows(std::size_t rows, std::size_t first, std::size_t K, const Left& a, const float* panel, float* c,
               std::size_t ldc, const TileEnds& ends) {
  if constexpr (MR > 1) {
    if (rows < MR) return tile_rows<NV, MR - 1>(rows, first, K, a, panel, c, ldc, ends);
  }
  tile<MR, NV>(first, K, a, panel, c, ldc, ends);
}

// c[M, NV * lanes] (+)= a[M, K] * panel. Rows are shared out evenly: a tile of few rows would wait for its own sums.
template <std::size_t NV>
void panel_product(std::size_t M, std::size_t K, const Left& a, const float* panel, float* c, std::size_t ldc,
                   const TileEnds& ends) {
  const std::size_t n_tiles = (M + kTileRows - 1) / kTileRows;
  if (n_tiles == 0) return;
  const std::size_t n = M / n_tiles, n_higher = M % n_tiles;  // these have a row more
  for (std::size_t t = 0, i = 0; t < n_tiles; ++t) {
    const std::size_t rows = n + (t < n_higher ? 1 : 0);
    tile_rows<NV>(rows, i, K, a, panel, c + i * ldc, ldc, ends);
    i += rows;
  }
}

// Two vectors wide unless one holds all columns.
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

// c[M, N] += a[M, K] b[K, N], b in panels of `width` columns behind each other. c is a view: what would stick out over
// its last column goes through `spill` [M, width]. `panel_rows`, if not 0, are the rows of a panel of which the product
// takes K.
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
