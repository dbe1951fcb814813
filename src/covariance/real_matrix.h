// Matrices of doubles and their products. Sums are computed in a fixed order, so that every system computes the same
// bits.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// [rows, cols], row-major.
struct RealMatrix {
  std::size_t rows = 0, cols = 0;
  std::vector<double> values;

  RealMatrix() = default;
  RealMatrix(std::size_t n_rows, std::size_t n_cols) : rows(n_rows), cols(n_cols), values(n_rows * n_cols) {}
  RealMatrix(std::size_t n_rows, std::size_t n_cols, std::vector<double> all)
      : rows(n_rows), cols(n_cols), values(std::move(all)) {
    assert(values.size() == rows * cols);
  }
  static RealMatrix identity(std::size_t n);

  std::span<double> row(std::size_t i) { return std::span(values).subspan(i * cols, cols); }
  std::span<const double> row(std::size_t i) const { return std::span(values).subspan(i * cols, cols); }
  double& operator()(std::size_t i, std::size_t j) { return values[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * cols + j]; }
};

double dot(std::span<const double> a, std::span<const double> b);
void add_scaled(std::span<double> sum, double factor, std::span<const double> x);

RealMatrix transposed(const RealMatrix& a);
RealMatrix product(const RealMatrix& a, const RealMatrix& b);
// A A', exactly symmetric.
RealMatrix gram(const RealMatrix& a);
// sum_k weights[k] row_k' row_k over the rows of A, exactly symmetric.
RealMatrix weighted_outer(const RealMatrix& a, std::span<const double> weights);
// P A P' for a symmetric A, exactly symmetric.
RealMatrix sandwich(const RealMatrix& p, const RealMatrix& a);

void add_scaled(RealMatrix& sum, double factor, const RealMatrix& x);
// Replaces A by (A + A') / 2.
void symmetrize(RealMatrix& a);
double trace(const RealMatrix& a);
double frobenius_norm(const RealMatrix& a);
// tr(A B) for symmetric matrices.
inline double trace_of_product(const RealMatrix& a, const RealMatrix& b) { return dot(a.values, b.values); }

// Solves A X' = B' for the rows of B by Cholesky decomposition. False if A is not positive definite.
bool solve_positive(RealMatrix a, RealMatrix& rows);

}  // namespace eegate
