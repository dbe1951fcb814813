#include "covariance/real_matrix.h"

#include <cmath>

#include "kernels/real_rows.h"

namespace eegate {
namespace {

RealView view_of(const RealMatrix& a) { return {a.values.data(), a.cols}; }

void mirror_lower(RealMatrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) a(j, i) = a(i, j);
  }
}

// Cholesky decomposition A = L L', L in the lower triangle. False if A is not positive definite.
bool cholesky(RealMatrix& a) {
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
  add_real_product(out.values.data(), out.cols, out.rows, out.cols, view_of(a), view_of(b), b.rows);
  return out;
}

RealMatrix gram(const RealMatrix& a) {
  // As a sum of outer products: its additions are independent, those of inner products form a chain.
  const RealMatrix columns = transposed(a);
  RealMatrix out(a.rows, a.rows);
  add_real_product(out.values.data(), out.cols, out.rows, out.cols, view_of(a), view_of(columns), columns.rows,
                   RealPart::kLower);
  mirror_lower(out);
  return out;
}

RealMatrix weighted_outer(const RealMatrix& a, std::span<const double> weights) {
  assert(weights.size() == a.rows);
  RealMatrix scaled = a, out(a.cols, a.cols);
  for (std::size_t k = 0; k < a.rows; ++k) {
    for (double& value : scaled.row(k)) value *= weights[k];
  }
  const RealView across{scaled.values.data(), 1, scaled.cols};
  add_real_product(out.values.data(), out.cols, out.rows, out.cols, across, view_of(a), a.rows, RealPart::kLower);
  mirror_lower(out);
  return out;
}

RealMatrix sandwich(const RealMatrix& p, const RealMatrix& a) {
  const RealMatrix half = product(a, transposed(p));
  RealMatrix out(p.rows, p.rows);
  add_real_product(out.values.data(), out.cols, out.rows, out.cols, view_of(p), view_of(half), half.rows,
                   RealPart::kLower);
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
  if (!cholesky(a)) return false;
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
