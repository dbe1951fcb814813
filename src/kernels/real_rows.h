// Operations on rows of doubles: the inner loops of products and eigenproblems of small matrices. Products and sums are
// never fused and sums are taken in the order of their terms, so that every CPU target and WebAssembly compute the same
// bits.
#pragma once

#include <cstddef>
#include <span>

namespace eegate {

// A view of a matrix of doubles: element (i, j) is data[i row_stride + j col_stride].
struct RealView {
  const double* data = nullptr;
  std::size_t row_stride = 0, col_stride = 1;
};

// Which elements of a result are computed. For symmetric results the lower triangle is enough (some elements above it
// are written too).
enum class RealPart { kAll, kLower };

// out(i, j) += sum over k < n_sums of a(i, k) b(k, j), in the order of k.
//   out [n_rows, n_cols], rows out_stride apart;  the col_stride of b is 1
void add_real_product(double* out, std::size_t out_stride, std::size_t n_rows, std::size_t n_cols, RealView a,
                      RealView b, std::size_t n_sums, RealPart part = RealPart::kAll);

// out[j] = sum over k of weights[k] rows[k][j].
void weighted_row_sum(std::span<double> out, std::span<const double* const> rows, std::span<const double> weights);

// A Givens rotation of two rows:  high <- s low + c high,  low <- c low - s high.
struct RowRotation {
  double c = 1, s = 0;
};
// Applies rotations[k] to rows last - 1 - k and last - k, in order of k.
//   rows [last + 1, n_cols], `stride` apart
void rotate_rows_upwards(double* rows, std::size_t stride, std::size_t n_cols, std::size_t last,
                         std::span<const RowRotation> rotations);

}  // namespace eegate
