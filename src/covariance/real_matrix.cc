#include "covariance/real_matrix.h"

#include <cmath>

namespace eegate {
namespace {

// out[first...] += sum_k factors[k stride] rows_k[first...]: four rows at a time, so that a sum is read and written
// once for four products.
void add_rows(std::span<double> out, const double* factors, std::size_t stride, const double* rows,
              std::size_t row_stride, std::size_t n_rows) {
  std::size_t k = 0;
  for (; k + 4 <= n_rows; k += 4) {
    const double f0 = factors[k * stride], f1 = factors[(k + 1) * stride], f2 = factors[(k + 2) * stride],
                 f3 = factors[(k + 3) * stride];
    const double *r0 = rows + k * row_stride, *r1 = r0 + row_stride, *r2 = r1 + row_stride, *r3 = r2 + row_stride;
    for (std::size_t j = 0; j < out.size(); ++j)
      out[j] = (((out[j] + f0 * r0[j]) + f1 * r1[j]) + f2 * r2[j]) + f3 * r3[j];
  }
  for (; k < n_rows; ++k) {
    const double factor = factors[k * stride];
    const double* row = rows + k * row_stride;
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += factor * row[j];
  }
}

void mirror_lower(RealMatrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) a(j, i) = a(i, j);
  }
}

// A = L L', L in the lower triangle.
bool factorize(RealMatrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double rest = a(i, j) - dot(a.row(i).first(j), a.row(j).first(j));
      if (j < i) {
        a(i, j) = rest / a(j, j);
        continue;
      }
      if (!(rest > 0)) return false;
      a(i, i) = std::sqrt(rest);
    }
  }
  return true;
}

}  // namespace

RealMatrix RealMatrix::identity(std::size_t n) {
  RealMatrix unit(n, n);
  for (std::size_t i = 0; i < n; ++i) unit(i, i) = 1;
  return unit;
}

double dot(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= a.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < a.size(); ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void add_scaled(std::span<double> sum, double factor, std::span<const double> x) {
  assert(sum.size() == x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] += factor * x[i];
}

RealMatrix transposed(const RealMatrix& a) {
  RealMatrix out(a.cols, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.cols; ++j) out(j, i) = a(i, j);
  }
  return out;
}

RealMatrix product(const RealMatrix& a, const RealMatrix& b) {
  assert(a.cols == b.rows);
  RealMatrix out(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i) add_rows(out.row(i), a.row(i).data(), 1, b.values.data(), b.cols, b.rows);
  return out;
}

RealMatrix gram(const RealMatrix& a) {
  // Rows of sums rather than sums of rows: nothing waits for an addition before.
  const RealMatrix columns = transposed(a);
  RealMatrix out(a.rows, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
    add_rows(out.row(i).first(i + 1), a.row(i).data(), 1, columns.values.data(), columns.cols, columns.rows);
  mirror_lower(out);
  return out;
}

RealMatrix weighted_outer(const RealMatrix& a, std::span<const double> weights) {
  assert(weights.size() == a.rows);
  RealMatrix scaled = a, out(a.cols, a.cols);
  for (std::size_t k = 0; k < a.rows; ++k) {
    for (double& value : scaled.row(k)) value *= weights[k];
  }
  for (std::size_t i = 0; i < a.cols; ++i)
    add_rows(out.row(i).first(i + 1), scaled.values.data() + i, a.cols, a.values.data(), a.cols, a.rows);
  mirror_lower(out);
  return out;
}

RealMatrix sandwich(const RealMatrix& p, const RealMatrix& a) {
  const RealMatrix half = product(a, transposed(p));
  RealMatrix out(p.rows, p.rows);
  for (std::size_t i = 0; i < p.rows; ++i)
    add_rows(out.row(i).first(i + 1), p.row(i).data(), 1, half.values.data(), half.cols, half.rows);
  mirror_lower(out);
  return out;
}

void add_scaled(RealMatrix& sum, double factor, const RealMatrix& x) {
  add_scaled(std::span(sum.values), factor, std::span(x.values));
}

void symmetrize(RealMatrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) a(i, j) = a(j, i) = (a(i, j) + a(j, i)) / 2;
  }
}

double trace(const RealMatrix& a) {
  double sum = 0;
  for (std::size_t i = 0; i < a.rows; ++i) sum += a(i, i);
  return sum;
}

double frobenius_norm(const RealMatrix& a) { return std::sqrt(dot(a.values, a.values)); }

bool solve_positive(RealMatrix a, RealMatrix& rows) {
  assert(a.rows == rows.cols);
  if (!factorize(a)) return false;
  for (std::size_t r = 0; r < rows.rows; ++r) {
    const std::span<double> x = rows.row(r);
    for (std::size_t i = 0; i < a.rows; ++i) x[i] = (x[i] - dot(a.row(i).first(i), x.first(i))) / a(i, i);
    for (std::size_t i = a.rows; i-- > 0;) {
      x[i] /= a(i, i);
      add_scaled(x.first(i), -x[i], a.row(i).first(i));
    }
  }
  return true;
}

}  // namespace eegate
