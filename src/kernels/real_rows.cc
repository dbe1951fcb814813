#include "kernels/real_rows.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/real_rows.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// A tile of kRows rows and kVectors vectors of a product, whose sums are held in registers.
template <std::size_t kRows, std::size_t kVectors, class D>
HWY_INLINE void real_product_tile(D d, double* out, std::size_t out_stride, RealView a, RealView b,
                                  std::size_t n_sums) {
  const std::size_t n = hn::Lanes(d);
  hn::Vec<D> sums[kRows][kVectors];
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) sums[i][v] = hn::LoadU(d, out + i * out_stride + v * n);
  }
  for (std::size_t k = 0; k < n_sums; ++k) {
    hn::Vec<D> row[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) row[v] = hn::LoadU(d, b.data + k * b.row_stride + v * n);
    for (std::size_t i = 0; i < kRows; ++i) {
      const auto factor = hn::Set(d, a.data[i * a.row_stride + k * a.col_stride]);
      for (std::size_t v = 0; v < kVectors; ++v) sums[i][v] = hn::Add(sums[i][v], hn::Mul(factor, row[v]));
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[i][v], d, out + i * out_stride + v * n);
  }
}

template <std::size_t kRows>
HWY_INLINE void real_product_rows(double* out, std::size_t out_stride, std::size_t n_cols, RealView a, RealView b,
                                  std::size_t n_sums) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;
  const std::size_t n = hn::Lanes(d);
  std::size_t j = 0;
  const auto at = [&](std::size_t from) { return RealView{b.data + from, b.row_stride}; };
  // A single row: enough independent sums to hide the latency of the additions.
  if constexpr (kRows == 1) {
    for (; j + 6 * n <= n_cols; j += 6 * n) real_product_tile<1, 6>(d, out + j, out_stride, a, at(j), n_sums);
  }
  for (; j + 2 * n <= n_cols; j += 2 * n) real_product_tile<kRows, 2>(d, out + j, out_stride, a, at(j), n_sums);
  for (; j + n <= n_cols; j += n) real_product_tile<kRows, 1>(d, out + j, out_stride, a, at(j), n_sums);
  for (; j < n_cols; ++j) real_product_tile<kRows, 1>(single, out + j, out_stride, a, at(j), n_sums);
}

void real_product_of(double* out, std::size_t out_stride, std::size_t n_rows, std::size_t n_cols, RealView a,
                     RealView b, std::size_t n_sums, RealPart part) {
  const auto width = [&](std::size_t i) { return part == RealPart::kLower ? std::min(n_cols, i) : n_cols; };
  std::size_t i = 0;
  const auto below = [&](std::size_t row) { return RealView{a.data + row * a.row_stride, a.row_stride, a.col_stride}; };
  for (; i + 4 <= n_rows; i += 4)
    real_product_rows<4>(out + i * out_stride, out_stride, width(i + 4), below(i), b, n_sums);
  for (; i < n_rows; ++i) real_product_rows<1>(out + i * out_stride, out_stride, width(i + 1), below(i), b, n_sums);
}

template <std::size_t kVectors, class D>
HWY_INLINE void weighted_column_sums(D d, double* out, std::size_t first, std::span<const double* const> rows,
                                     const double* weights) {
  const std::size_t n = hn::Lanes(d);
  hn::Vec<D> sums[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Zero(d);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto weight = hn::Set(d, weights[k]);
    const double* row = rows[k] + first;
    for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Add(sums[v], hn::Mul(hn::LoadU(d, row + v * n), weight));
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, out + first + v * n);
}

void weighted_row_sum_of(double* out, std::size_t n_cols, std::span<const double* const> rows, const double* weights) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;
  const std::size_t n = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + 8 * n <= n_cols; j += 8 * n) weighted_column_sums<8>(d, out, j, rows, weights);
  for (; j + n <= n_cols; j += n) weighted_column_sums<1>(d, out, j, rows, weights);
  for (; j < n_cols; ++j) weighted_column_sums<1>(single, out, j, rows, weights);
}

// Rotates kVectors vectors of all rows. The row that consecutive rotations share is held in registers.
template <std::size_t kVectors, class D>
HWY_INLINE void real_rotations_of_columns(D d, double* last_row, std::size_t stride,
                                          std::span<const RowRotation> rotations) {
  const std::size_t n = hn::Lanes(d);
  hn::Vec<D> high[kVectors];
  for (std::size_t v = 0; v < kVectors; ++v) high[v] = hn::LoadU(d, last_row + v * n);
  double* row = last_row;
  for (const auto& [c, s] : rotations) {
    const auto cosine = hn::Set(d, c), sine = hn::Set(d, s);
    const double* below = row - stride;
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto low = hn::LoadU(d, below + v * n);
      hn::StoreU(hn::Add(hn::Mul(sine, low), hn::Mul(cosine, high[v])), d, row + v * n);
      high[v] = hn::Sub(hn::Mul(cosine, low), hn::Mul(sine, high[v]));
    }
    row -= stride;
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(high[v], d, row + v * n);
}

void real_rotations(double* last_row, std::size_t stride, std::size_t n_cols, std::span<const RowRotation> rotations) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;
  const std::size_t n = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + 4 * n <= n_cols; j += 4 * n) real_rotations_of_columns<4>(d, last_row + j, stride, rotations);
  for (; j + n <= n_cols; j += n) real_rotations_of_columns<1>(d, last_row + j, stride, rotations);
  for (; j < n_cols; ++j) real_rotations_of_columns<1>(single, last_row + j, stride, rotations);
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(real_product_of);
HWY_EXPORT(weighted_row_sum_of);
HWY_EXPORT(real_rotations);

void add_real_product(double* out, std::size_t out_stride, std::size_t n_rows, std::size_t n_cols, RealView a,
                      RealView b, std::size_t n_sums, RealPart part) {
  assert(b.col_stride == 1);
  HWY_DYNAMIC_DISPATCH(real_product_of)(out, out_stride, n_rows, n_cols, a, b, n_sums, part);
}

void weighted_row_sum(std::span<double> out, std::span<const double* const> rows, std::span<const double> weights) {
  assert(rows.size() == weights.size());
  HWY_DYNAMIC_DISPATCH(weighted_row_sum_of)(out.data(), out.size(), rows, weights.data());
}

void rotate_rows_upwards(double* rows, std::size_t stride, std::size_t n_cols, std::size_t last,
                         std::span<const RowRotation> rotations) {
  assert(rotations.size() <= last);
  HWY_DYNAMIC_DISPATCH(real_rotations)(rows + last * stride, stride, n_cols, rotations);
}

}  // namespace eegate
#endif
