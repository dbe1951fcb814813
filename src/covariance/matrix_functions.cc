#include "covariance/matrix_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/portable_math.h"
#include "base/sort.h"
#include "kernels/real_rows.h"

namespace eegate {
namespace {

constexpr double kFloor = 1e-12;

double inverse_sqrt(double x) { return 1 / std::sqrt(x); }

constexpr int kMaxIterations = 60;  // for one eigenvalue; two or three are usual
constexpr double kMinShare = 1e-10;

// A power of two near the largest magnitude: dividing by it is exact, and squares neither overflow nor underflow.
double scale_of(const RealMatrix& a) {
  double largest = 0;
  for (const double value : a.values) largest = std::max(largest, std::abs(value));
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, exponent);
}

// Q' A Q = T: the diagonals of T, and the Householder reflections of Q.
struct Tridiagonal {
  std::vector<double> diagonal, off_diagonal;  // off_diagonal[k] is T(k, k + 1); the last is 0
  RealMatrix reflections;                      // row k: v with H = I - factor v v', in the entries after k
  std::vector<double> factors;
};

// A <- H A H for the block after `first`, H = I - factor v v'.
void reflect_block(RealMatrix& a, std::size_t first, std::span<const double> v, double factor,
                   std::vector<double>& work) {
  const std::size_t n = a.rows - first;
  double* block = a.row(first).data() + first;
  work.assign(4 * n, 0.0);
  const std::span<double> w = std::span(work).first(n);
  add_real_product(w.data(), n, 1, n, {v.data(), n}, {block, a.cols}, n);
  for (double& value : w) value *= factor;
  add_scaled(w, -factor / 2 * dot(w, v), v);
  // A -= v w' + w v': the rows (w, v), times the columns (-v, -w).
  std::ranges::copy(v, work.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t i = 0; i < n; ++i) {
    work[2 * n + i] = -v[i];
    work[3 * n + i] = -w[i];
  }
  add_real_product(block, a.cols, n, n, {work.data() + 2 * n, 1, n}, {work.data(), n}, 2);
}

Tridiagonal tridiagonalize(RealMatrix a) {
  const std::size_t n = a.rows;
  Tridiagonal t{std::vector<double>(n), std::vector<double>(n), RealMatrix(n, n), std::vector<double>(n)};
  std::vector<double> work;
  for (std::size_t k = 0; k + 2 < n; ++k) {
    const std::span<double> v = t.reflections.row(k).subspan(k + 1);
    std::ranges::copy(a.row(k).subspan(k + 1), v.begin());
    const double rest = dot(v.subspan(1), v.subspan(1)), length = std::sqrt(v[0] * v[0] + rest);
    t.off_diagonal[k] = v[0];
    if (rest == 0) continue;
    const double target = v[0] > 0 ? -length : length;
    t.off_diagonal[k] = target;
    v[0] -= target;
    t.factors[k] = 2 / (v[0] * v[0] + rest);
    reflect_block(a, k + 1, v, t.factors[k], work);
  }
  for (std::size_t k = 0; k < n; ++k) t.diagonal[k] = a(k, k);
  if (n > 1) t.off_diagonal[n - 2] = a(n - 1, n - 2);
  return t;
}

// Q', the product of the reflections.
RealMatrix orthogonal_of(const Tridiagonal& t) {
  const std::size_t n = t.diagonal.size();
  RealMatrix q = RealMatrix::identity(n);
  std::vector<double> work;
  for (std::size_t k = n; k-- > 0;) {
    if (t.factors[k] == 0) continue;
    const std::span<const double> v = t.reflections.row(k).subspan(k + 1);
    const std::size_t m = v.size();
    double* block = q.row(k + 1).data() + k + 1;
    work.assign(2 * m, 0.0);
    add_real_product(work.data(), m, 1, m, {v.data(), m}, {block, n}, m);
    for (std::size_t i = 0; i < m; ++i) work[m + i] = -t.factors[k] * v[i];
    add_real_product(block, n, m, m, {work.data() + m, 1}, {work.data(), m}, 1);
  }
  return transposed(q);
}

// One implicit QL step on the block first ... last. Its first rotation is of rows last - 1 and last.
void ql_step(std::vector<double>& d, std::vector<double>& e, std::size_t first, std::size_t last,
             std::vector<RowRotation>& rotations) {
  rotations.clear();
  double g = (d[first + 1] - d[first]) / (2 * e[first]);
  double r = std::sqrt(g * g + 1);
  g = d[last] - d[first] + e[first] / (g + (g >= 0 ? r : -r));
  double s = 1, c = 1, p = 0;
  for (std::size_t i = last; i-- > first;) {
    const double f = s * e[i], b = c * e[i];
    r = std::sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r == 0) {  // the block splits here
      d[i + 1] -= p;
      e[last] = 0;
      return;
    }
    const double inverse = 1 / r;
    s = f * inverse;
    c = g * inverse;
    g = d[i + 1] - p;
    r = (d[i] - g) * s + 2 * c * b;
    p = s * r;
    d[i + 1] = g + p;
    g = c * r - b;
    rotations.push_back({c, s});
  }
  d[first] -= p;
  e[first] = g;
  e[last] = 0;
}

void diagonalize(std::vector<double>& d, std::vector<double>& e, RealMatrix* vectors) {
  const std::size_t n = d.size();
  std::vector<RowRotation> rotations;
  rotations.reserve(n);
  const auto is_small = [&](std::size_t i) {
    return std::abs(e[i]) <= std::numeric_limits<double>::epsilon() * (std::abs(d[i]) + std::abs(d[i + 1]));
  };
  for (std::size_t first = 0; first < n; ++first) {
    for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
      std::size_t last = first;
      while (last + 1 < n && !is_small(last)) ++last;
      if (last == first) break;
      ql_step(d, e, first, last, rotations);
      if (vectors != nullptr)
        rotate_rows_upwards(vectors->values.data(), vectors->cols, vectors->cols, last, rotations);
    }
  }
}

Tridiagonal tridiagonal_of(const RealMatrix& a, double scale) {
  RealMatrix scaled = a;
  for (double& value : scaled.values) value /= scale;
  return tridiagonalize(std::move(scaled));
}

}  // namespace

void floor_eigenvalues(std::vector<double>& values) {
  if (values.empty()) return;
  const double lowest = kFloor * *std::ranges::max_element(values);
  for (double& value : values) value = std::max(value, lowest);
}

SymmetricEigen positive_eigen(const RealMatrix& a) {
  SymmetricEigen eigen = symmetric_eigen(a);
  floor_eigenvalues(eigen.values);
  return eigen;
}

Roots roots_of(const RealMatrix& a) {
  const SymmetricEigen eigen = positive_eigen(a);
  return {matrix_function(eigen, [](double x) { return std::sqrt(x); }), matrix_function(eigen, inverse_sqrt)};
}

RealMatrix matrix_inverse_sqrt(const RealMatrix& a) { return matrix_function(positive_eigen(a), inverse_sqrt); }

RealMatrix matrix_log(const RealMatrix& a) { return matrix_function(positive_eigen(a), portable::log); }

RealMatrix matrix_exp(const RealMatrix& a) { return matrix_function(symmetric_eigen(a), portable::exp); }

RealMatrix matrix_power(const RealMatrix& a, double exponent) {
  return matrix_function(positive_eigen(a), [&](double x) { return portable::exp(exponent * portable::log(x)); });
}

SymmetricEigen symmetric_eigen(const RealMatrix& a) {
  assert(a.rows == a.cols);
  const std::size_t n = a.rows;
  const double scale = scale_of(a);
  Tridiagonal t = tridiagonal_of(a, scale);
  RealMatrix vectors = orthogonal_of(t);
  diagonalize(t.diagonal, t.off_diagonal, &vectors);
  const std::vector<std::uint32_t> order = sorted_order(
      n,
      [](const void* values, std::uint32_t i, std::uint32_t j) {
        const auto& d = *static_cast<const std::vector<double>*>(values);
        return d[i] < d[j];
      },
      &t.diagonal);
  SymmetricEigen result{std::vector<double>(n), RealMatrix(n, n)};
  for (std::size_t k = 0; k < n; ++k) {
    result.values[k] = scale * t.diagonal[order[k]];
    std::ranges::copy(vectors.row(order[k]), result.vectors.row(k).begin());
  }
  return result;
}

std::vector<double> symmetric_eigenvalues(const RealMatrix& a) {
  assert(a.rows == a.cols);
  const double scale = scale_of(a);
  Tridiagonal t = tridiagonal_of(a, scale);
  diagonalize(t.diagonal, t.off_diagonal, nullptr);
  sort_stable(t.diagonal);
  for (double& value : t.diagonal) value *= scale;
  return std::move(t.diagonal);
}

SymmetricEigen generalized_eigen(const RealMatrix& a, const RealMatrix& b) {
  const SymmetricEigen of_b = symmetric_eigen(b);
  const std::size_t n = b.rows;
  std::size_t first = 0;
  while (first < n && !(of_b.values[first] > kMinShare * of_b.values[n - 1])) ++first;
  RealMatrix white(n - first, n);
  for (std::size_t k = first; k < n; ++k) {
    const double factor = 1 / std::sqrt(of_b.values[k]);
    add_scaled(white.row(k - first), factor, of_b.vectors.row(k));
  }
  RealMatrix inner = product(product(white, a), transposed(white));
  symmetrize(inner);
  SymmetricEigen result = symmetric_eigen(inner);
  result.vectors = product(result.vectors, white);
  return result;
}

void fix_signs(RealMatrix& rows) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::span<double> row = rows.row(i);
    const auto largest = std::ranges::max_element(row, [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (largest == row.end() || *largest >= 0) continue;
    for (double& value : row) value = -value;
  }
}

}  // namespace eegate
