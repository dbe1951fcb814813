// Rows of doubles: what products and eigenproblems of small matrices spend their time with. Products and sums are never
// fused and sums run in the order of their terms, so that every CPU target and WebAssembly compute the same bits.
#pragma once

#include <cstddef>
#include <span>

namespace eegate {

// A matrix of doubles in memory: element (i, j) at data[i row_stride + j col_stride].
struct RealView {
  const double* data = nullptr;
  std::size_t row_stride = 0, col_stride = 1;
};

// Which elements are wanted: of a symmetric result those of the lower triangle are enough (some above it are written).
enum class RealPart { kAll, kLower };

// out(i, j) += sum over k < n_sums of a(i, k) b(k, j), in the order of k.
//   out [n_rows, n_cols], rows out_stride apart;  b: its columns lie side by side
void add_real_product(double* out, std::size_t out_stride, std::size_t n_rows, std::size_t n_cols, RealView a,
                      RealView b, std::size_t n_sums, RealPart part = RealPart::kAll);

// out[j] = sum over k of weights[k] rows[k][j]: rows may lie anywhere.
void weigh_real_rows(std::span<double> out, std::span<const double* const> rows, std::span<const double> weights);

// Of two rows low and high:  high <- s low + c high,  low <- c low - s high.
struct RowRotation {
  double c = 1, s = 0;
};
// A sweep upwards: rotations[k] is of the rows last - 1 - k and last - k, the first rotation first.
//   rows [last + 1, n_cols], `stride` apart
void rotate_rows_upwards(double* rows, std::size_t stride, std::size_t n_cols, std::size_t last,
                         std::span<const RowRotation> rotations);

}  // namespace eegate
