#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <limits>

#include "base/rng.h"
#include "covariance/matrix_functions.h"
#include "support/close_to.h"

namespace eegate::symmetric_eigen_test {
namespace {

using test::largest_difference;

RealMatrix random_rows(std::size_t rows, std::size_t cols, const char* name) {
  const Rng rng(5, name);
  RealMatrix a(rows, cols);
  for (std::size_t i = 0; i < a.values.size(); ++i) a.values[i] = rng.normal(i);
  return a;
}

RealMatrix random_symmetric(std::size_t n) {
  RealMatrix a = random_rows(n, n, "eigen");
  symmetrize(a);
  return a;
}

void check_decomposition(const RealMatrix& a) {
  const SymmetricEigen eigen = symmetric_eigen(a);
  double largest = 0;
  for (const double value : eigen.values) largest = std::max(largest, std::abs(value));
  CHECK(std::ranges::is_sorted(eigen.values));
  CHECK(largest_difference(weighted_outer(eigen.vectors, eigen.values).values, a.values) <= 1e-14 * largest);
  CHECK(largest_difference(gram(eigen.vectors).values, RealMatrix::identity(a.rows).values) < 2e-14);
  CHECK(largest_difference(symmetric_eigenvalues(a), eigen.values) <= 1e-13 * largest);
}

TEST_CASE("Eigenvalues and eigenvectors reconstruct the matrix", "[covariance]") {
  const std::size_t n = GENERATE(1, 2, 3, 4, 7, 16, 33, 64, 128);
  CAPTURE(n);
  check_decomposition(random_symmetric(n));
  check_decomposition(gram(random_rows(n, 2 * n, "positive")));
}

TEST_CASE("Matrices with repeated eigenvalues, of zeros and of rank one are decomposed", "[covariance]") {
  check_decomposition(RealMatrix::identity(9));
  check_decomposition(RealMatrix(5, 5));
  check_decomposition(gram(random_rows(8, 1, "rank one")));
  RealMatrix diagonal(6, 6);
  for (std::size_t i = 0; i < 6; ++i) diagonal(i, i) = std::ldexp(1.0, 5 - static_cast<int>(i) * 7);
  check_decomposition(diagonal);
  RealMatrix ones(12, 12);
  for (double& value : ones.values) value = 1;
  check_decomposition(ones);
}

TEST_CASE("The unit of a matrix does not change its eigenvectors", "[covariance]") {
  const RealMatrix a = gram(random_rows(11, 30, "unit"));
  const SymmetricEigen eigen = symmetric_eigen(a);
  for (const int exponent : {-1000, -600, 600, 1000}) {
    CAPTURE(exponent);
    RealMatrix scaled = a;
    for (double& value : scaled.values) value = std::ldexp(value, exponent);
    const SymmetricEigen other = symmetric_eigen(scaled);
    CHECK(other.vectors.values == eigen.vectors.values);
    for (std::size_t k = 0; k < a.rows; ++k) CHECK(other.values[k] == std::ldexp(eigen.values[k], exponent));
  }
}

TEST_CASE("The decomposition of a matrix with NaN terminates", "[covariance]") {
  RealMatrix a = random_symmetric(9);
  a(3, 3) = std::numeric_limits<double>::quiet_NaN();
  CHECK(symmetric_eigen(a).values.size() == 9);
  a(3, 3) = std::numeric_limits<double>::infinity();
  CHECK(symmetric_eigen(a).values.size() == 9);
}

TEST_CASE("Generalised eigenvectors solve their equation and are as long as the second matrix measures",
          "[covariance]") {
  const RealMatrix a = gram(random_rows(7, 12, "a")), b = gram(random_rows(7, 20, "b"));
  const SymmetricEigen eigen = generalized_eigen(a, b);
  REQUIRE(eigen.values.size() == 7);
  const RealMatrix left = product(eigen.vectors, a), right = product(eigen.vectors, b);
  for (std::size_t k = 0; k < 7; ++k) {
    for (std::size_t j = 0; j < 7; ++j) CHECK(std::abs(left(k, j) - eigen.values[k] * right(k, j)) < 1e-11);
  }
  const RealMatrix lengths = product(right, transposed(eigen.vectors));
  CHECK(largest_difference(lengths.values, RealMatrix::identity(7).values) < 1e-12);
}

TEST_CASE("Generalised eigenvectors are within the range of the second matrix", "[covariance]") {
  const RealMatrix rows = random_rows(6, 4, "thin");
  const SymmetricEigen eigen = generalized_eigen(gram(rows), gram(rows));
  REQUIRE(eigen.values.size() == 4);
  for (const double value : eigen.values) CHECK(std::abs(value - 1) < 1e-12);
}

TEST_CASE("Systems with a positive definite matrix are solved, others are rejected", "[covariance]") {
  const RealMatrix a = gram(random_rows(9, 15, "solve"));
  const RealMatrix expected = random_rows(3, 9, "solutions");
  RealMatrix rows = product(expected, a);
  REQUIRE(solve_positive(a, rows));
  CHECK(largest_difference(rows.values, expected.values) < 1e-11);
  RealMatrix zero(2, 2), right(1, 2);
  CHECK(!solve_positive(zero, right));
}

TEST_CASE("Matrix products equal their definition", "[covariance]") {
  const RealMatrix a = random_rows(5, 7, "left"), b = random_rows(7, 6, "right");
  const RealMatrix ab = product(a, b), aa = gram(a);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 7; ++k) sum += a(i, k) * b(k, j);
      CHECK(std::abs(sum - ab(i, j)) < 1e-13);
    }
  }
  CHECK(largest_difference(aa.values, product(a, transposed(a)).values) < 1e-13);
  const RealMatrix p = random_symmetric(5);
  CHECK(largest_difference(sandwich(p, aa).values, product(product(p, aa), p).values) < 1e-12);
  CHECK(std::abs(trace_of_product(p, aa) - trace(product(p, aa))) < 1e-12);
}

}  // namespace
}  // namespace eegate::symmetric_eigen_test
