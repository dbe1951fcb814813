#include <algorithm>
#include <cassert>

#include "kernels/matmul.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul_gradient.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/pack-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// Size of the memory of add_block() in floats, for blocks of n_rows rows.
std::size_t block_floats(std::size_t n_rows, std::size_t n_out, std::size_t n_in) {
  return n_rows * (round_up(n_out, kTileRows) + panel_width(n_in)) + kTileRows * panel_width(n_in);
}

// dw += dy^T x for one block of rows. dy is packed in strips of kTileRows columns, so that its columns are read
// contiguously.
void add_block(Matrix dw, ConstMatrix dy, ConstMatrix x, float* memory) {
  const std::size_t width = panel_width(x.cols);
  float *strips = memory, *panel = strips + x.rows * round_up(dy.cols, kTileRows), *spill = panel + x.rows * width;
  pack_columns(strips, dy, kTileRows);
  for (std::size_t first = 0; first < x.cols; first += width) {
    pack_panel(panel, x, first, width);
    const Matrix part = dw.slice_cols(first, std::min(width, x.cols - first));
    for (std::size_t i = 0; i < dw.rows; i += kTileRows) {
      add_product(part.slice_rows(i, std::min(kTileRows, dw.rows - i)), {strips + i * x.rows, 1, kTileRows}, x.rows,
                  panel, width, spill);
    }
  }
}

void add_rows_to(float* sum, ConstMatrix dy) {
  for (std::size_t i = 0; i < dy.rows; ++i) {
    const float* row = dy.data + i * dy.stride;
    for_each_vector(dy.cols, [&](auto d, std::size_t j) HWY_ATTR {
      hn::StoreU(hn::Add(hn::LoadU(d, sum + j), hn::LoadU(d, row + j)), d, sum + j);
    });
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(block_floats);
HWY_EXPORT(add_block);
HWY_EXPORT(add_rows_to);

void weight_gradient(Matrix dw, ConstMatrix dy, ConstMatrix x, Arena& arena) {
  assert(dw.rows == dy.cols && dw.cols == x.cols && dy.rows == x.rows);
  constexpr std::size_t kRows = 256;  // packed at a time: both copies stay in L2
  const ArenaScope scope(arena);
  float* memory = arena.floats(HWY_DYNAMIC_DISPATCH(block_floats)(std::min(kRows, dy.rows), dw.rows, dw.cols)).data();
  for (std::size_t first = 0; first < dy.rows; first += kRows) {
    const std::size_t n = std::min(kRows, dy.rows - first);
    HWY_DYNAMIC_DISPATCH(add_block)(dw, dy.slice_rows(first, n), x.slice_rows(first, n), memory);
  }
}

void bias_gradient(std::span<float> db, ConstMatrix dy) {
  assert(db.size() == dy.cols);
  HWY_DYNAMIC_DISPATCH(add_rows_to)(db.data(), dy);
}

}  // namespace eegate
#endif
