#include "kernels/matmul_gradient.h"

#include <algorithm>
#include <cassert>

#include "kernels/standardize.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul_gradient.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/pack-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

std::size_t outer_panel_width(std::size_t n_cols) { return panel_width(n_cols); }

// dw += turned x for one block of rows; turned = dy^T [N, rows], panel [rows, width], spill [N, width].
void add_block(Matrix dw, ConstMatrix turned, ConstMatrix x, float* panel, float* spill) {
  const std::size_t width = panel_width(x.cols);
  for (std::size_t first = 0; first < x.cols; first += width) {
    pack_panel(panel, x, first, width);
    const std::size_t n = std::min(width, x.cols - first);
    if (n == width) {
      any_panel_product<true>(width, turned.rows, x.rows, turned.data, turned.stride, panel, dw.data + first,
                              dw.stride);
      continue;
    }
    any_panel_product<false>(width, turned.rows, x.rows, turned.data, turned.stride, panel, spill, width);
    for (std::size_t i = 0; i < dw.rows; ++i) {
      for (std::size_t j = 0; j < n; ++j) dw.data[i * dw.stride + first + j] += spill[i * width + j];
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

HWY_EXPORT(outer_panel_width);
HWY_EXPORT(add_block);
HWY_EXPORT(add_rows_to);

void weight_gradient(Matrix dw, ConstMatrix dy, ConstMatrix x, Arena& arena) {
  assert(dw.rows == dy.cols && dw.cols == x.cols && dy.rows == x.rows);
  constexpr std::size_t kRows = 256;  // turned around and packed at a time: both copies stay in L2
  const ArenaScope scope(arena);
  const std::size_t width = HWY_DYNAMIC_DISPATCH(outer_panel_width)(x.cols), n_rows = std::min(kRows, dy.rows);
  const Matrix turned = arena.matrix(dy.cols, n_rows);
  float* panel = arena.floats(n_rows * width).data();
  float* spill = arena.floats(dy.cols * width).data();
  for (std::size_t first = 0; first < dy.rows; first += kRows) {
    const std::size_t n = std::min(kRows, dy.rows - first);
    const Matrix part(turned.data, dy.cols, n, n_rows);
    transpose(part, dy.slice_rows(first, n));
    HWY_DYNAMIC_DISPATCH(add_block)(dw, part, x.slice_rows(first, n), panel, spill);
  }
}

void bias_gradient(std::span<float> db, ConstMatrix dy) {
  assert(db.size() == dy.cols);
  HWY_DYNAMIC_DISPATCH(add_rows_to)(db.data(), dy);
}

}  // namespace eegate
#endif
