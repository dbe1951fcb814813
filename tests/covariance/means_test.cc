// Means of matrices that are far apart.
#include "covariance/means.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>

#include "base/rng.h"
#include "covariance/matrix_functions.h"
#include "support/riemann_distance.h"

using namespace eegate;

namespace means_test {

namespace {

// Random positive definite matrices with eigenvalues from about exp(-spread) to exp(spread) and random axes.
std::vector<RealMatrix> random_matrices(std::size_t n, std::size_t size, double spread) {
  const Rng rng(4, "matrices of a mean");
  std::uint64_t n_drawn = 0;
  std::vector<RealMatrix> all;
  for (std::size_t i = 0; i < n; ++i) {
    RealMatrix symmetric(size, size);
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b <= a; ++b) symmetric(a, b) = symmetric(b, a) = rng.normal(n_drawn++);
    }
    const double scale = spread / frobenius_norm(symmetric);
    for (double& value : symmetric.values) value *= scale;
    all.push_back(matrix_exp(symmetric));
  }
  return all;
}

}  // namespace

TEST_CASE("A Riemannian mean converges for matrices that are far apart", "[covariance]") {
  const double spread = GENERATE(0.1, 1.0, 3.0, 6.0, 9.0);
  const std::size_t n = GENERATE(2, 3, 20), size = GENERATE(1, 2, 5, 12);
  CAPTURE(spread, n, size);
  const std::vector<RealMatrix> all = random_matrices(n, size, spread);
  const RiemannMean mean = riemann_mean(all, {.keep_logarithms = true});
  REQUIRE(mean.converged);
  CHECK(mean.n_steps <= (spread > 2 ? 60 : 12));
  // The definition: logarithms of the matrices at the mean sum to zero.
  RealMatrix sum(size, size);
  for (const RealMatrix& logarithm : mean.logarithms) add_scaled(sum, 1 / static_cast<double>(n), logarithm);
  CHECK(frobenius_norm(sum) <= 1e-8);
  // The mean of two matrices is the midpoint of their geodesic.
  if (n == 2) CHECK(riemann_distance(mean.mean, geodesic(all[0], all[1], 0.5)) < 1e-6);
}

}  // namespace means_test
