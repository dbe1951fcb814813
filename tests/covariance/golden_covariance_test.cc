// Covariances, matrix functions and means compared with numpy.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/portable_math.h"
#include "covariance/covariance.h"
#include "covariance/golden.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "support/riemann_distance.h"

namespace eegate::golden_covariance_test {
namespace {

using test::flat;
using test::relative_difference;
using test::RiemannGolden;

constexpr double kSmall = 1e-10, kPerson = 1e-8;

struct Estimate {
  std::vector<RealMatrix> matrices;
  std::vector<double> rho;
};

Estimate estimated(const std::vector<float>& x, const std::vector<std::size_t>& shape,
                   const CovarianceOptions& options) {
  const ConstTensor3 trials(x.data(), shape[0], shape[1], shape[2]);
  Estimate all;
  for (std::size_t i = 0; i < trials.d0; ++i) {
    ShrunkCovariance one = covariance_of(centered_trial(trials[i], options), options);
    all.matrices.push_back(std::move(one.matrix));
    all.rho.push_back(one.rho);
  }
  return all;
}

TEST_CASE("Covariances agree with numpy", "[covariance]") {
  const RiemannGolden golden("small");
  const std::vector<float> x = golden.floats("cov.X");
  const auto shape = golden.shape("cov.X");
  const auto check = [&](const CovarianceOptions& options, const std::string& name) {
    CAPTURE(name);
    const Estimate found = estimated(x, shape, options);
    CHECK(relative_difference(flat(found.matrices), golden.values(name)) < kSmall);
    if (golden.has(name + "_rho")) CHECK(relative_difference(found.rho, golden.values(name + "_rho")) < kSmall);
  };
  check({.estimator = CovarianceEstimator::kScm}, "cov.scm");
  check({}, "cov.oas");
  check({.estimator = CovarianceEstimator::kLwf}, "cov.lwf");
  check({.estimator = CovarianceEstimator::kFixed, .shrinkage = 0.1}, "cov.fixed_0.1");
  const std::vector<float> two(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(2 * shape[1] * shape[2]));
  const Estimate augmented =
      estimated(two, {2, shape[1], shape[2]}, {.estimator = CovarianceEstimator::kScm, .order = 2, .lag = 3});
  CHECK(relative_difference(flat(augmented.matrices), golden.values("cov.augmented_2_3")) < kSmall);
}

TEST_CASE("Covariances of a subject's trials agree with numpy", "[covariance]") {
  const RiemannGolden golden("person");
  const Estimate found = estimated(golden.floats("X_first"), golden.shape("X_first"), {});
  const RealMatrix expected = golden.matrix("C_upper");
  for (std::size_t i = 0; i < found.matrices.size(); ++i) {
    std::vector<double> half;
    for (std::size_t a = 0; a < 64; ++a) {
      for (std::size_t b = a; b < 64; ++b) half.push_back(found.matrices[i](a, b));
    }
    CHECK(relative_difference(half, expected.row(i)) < kPerson);
    CHECK(std::abs(found.rho[i] - golden.values("oas_rho")[i]) < 1e-10);
  }
}

TEST_CASE("Matrix functions agree with numpy", "[covariance]") {
  const RiemannGolden golden("small");
  const auto all = golden.matrices("fun.A");
  const auto check = [&](const char* name, std::size_t i, const RealMatrix& found, double tolerance) {
    CAPTURE(name, i);
    CHECK(relative_difference(found.values, golden.matrices(name)[i].values) < tolerance);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    // The second matrix has a condition number of 1e9, which limits the accuracy of its logarithm and inverse root.
    const double tolerance = i == 1 ? 1e-6 : kSmall;
    CHECK(relative_difference(symmetric_eigenvalues(all[i]), golden.matrix("fun.eigenvalues").row(i)) < kSmall);
    check("fun.sqrt", i, roots_of(all[i]).root, kSmall);
    check("fun.invsqrt", i, matrix_inverse_sqrt(all[i]), tolerance);
    check("fun.log", i, matrix_log(all[i]), tolerance);
    check("fun.pow_0.3", i, matrix_power(all[i], 0.3), kSmall);
    RealMatrix third = matrix_log(all[i]);
    for (double& value : third.values) value /= 3;
    check("fun.exp_of_log_third", i, matrix_exp(third), kSmall);
  }
}

TEST_CASE("Means, distances and geodesics agree with numpy", "[covariance]") {
  const RiemannGolden golden("small");
  const auto all = golden.matrices("mean.C");
  const std::vector<double> weights = golden.values("mean.weights");
  const RiemannMean mean = riemann_mean(all, {.tolerance = 1e-10});
  CHECK(mean.converged);
  CHECK(relative_difference(mean.mean.values, golden.values("mean.riemann")) < kSmall);
  const RiemannMean weighted = riemann_mean(all, {.tolerance = 1e-10, .weights = weights});
  CHECK(relative_difference(weighted.mean.values, golden.values("mean.riemann_weighted")) < kSmall);
  CHECK(relative_difference(log_euclid_mean(all).values, golden.values("mean.logeuclid")) < kSmall);
  CHECK(relative_difference(euclid_mean(all).values, golden.values("mean.euclid")) < kSmall);
  std::vector<double> distances;
  for (const RealMatrix& c : all) distances.push_back(riemann_distance(c, mean.mean));
  CHECK(relative_difference(distances, golden.values("mean.distance")) < kSmall);
  CHECK(relative_difference(geodesic(all[0], all[1], 0.25).values, golden.values("mean.geodesic_0.25")) < kSmall);
}

TEST_CASE("A recursively updated mean agrees with numpy", "[covariance]") {
  const RiemannGolden golden("small");
  const auto all = golden.matrices("mean.C"), expected = golden.matrices("mean.recursive");
  const std::vector<int> at = golden.integers("mean.recursive_at");
  RealMatrix recursive = all[0], forgetting = golden.matrix("mean.riemann");
  std::size_t next = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k > 0) recursive = geodesic(recursive, all[k], 1 / static_cast<double>(k + 1));
    forgetting = geodesic(forgetting, all[k], 0.05);
    if (next >= at.size() || static_cast<std::size_t>(at[next]) != k) continue;
    CHECK(relative_difference(recursive.values, expected[next].values) < kSmall);
    ++next;
  }
  CHECK(next == at.size());
  CHECK(relative_difference(forgetting.values, golden.values("mean.forgetting_0.05")) < kSmall);
}

TEST_CASE("Tangent vectors agree with numpy and can be inverted", "[covariance]") {
  const RiemannGolden golden("small");
  const auto all = golden.matrices("mean.C");
  const Roots roots = roots_of(golden.matrix("mean.riemann"));
  std::vector<double> vectors, recentred;
  for (const RealMatrix& c : all) {
    for (const double value : tangent_vector(c, roots.inverse)) vectors.push_back(value);
    for (const double value : sandwich(roots.inverse, c).values) recentred.push_back(value);
  }
  CHECK(relative_difference(vectors, golden.values("ts.vectors")) < kSmall);
  CHECK(relative_difference(recentred, golden.values("ts.recentred")) < kSmall);
  const auto expected = golden.matrices("ts.back");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> half = tangent_vector(all[i], roots.inverse);
    for (double& value : half) value /= 2;
    const RealMatrix back = sandwich(roots.root, matrix_exp(from_upper(half)));
    CHECK(relative_difference(back.values, expected[i].values) < kSmall);
  }
}

TEST_CASE("The mean over 64 channels of a subject agrees with numpy", "[covariance]") {
  const RiemannGolden golden("person");
  const RealMatrix halves = golden.matrix("C_upper");
  std::vector<RealMatrix> all;
  for (const int i : golden.integers("run12.train")) {
    RealMatrix c(64, 64);
    std::size_t k = 0;
    for (std::size_t a = 0; a < 64; ++a) {
      for (std::size_t b = a; b < 64; ++b) c(a, b) = c(b, a) = halves(static_cast<std::size_t>(i), k++);
    }
    all.push_back(std::move(c));
  }
  const RiemannMean mean = riemann_mean(all);
  CHECK(mean.converged);
  CHECK(mean.n_steps <= 8);  // 10 without acceleration
  CHECK(relative_difference(mean.mean.values, golden.values("run12.mean")) < kPerson);
}

// Trials given as doubles, with centred rows.
std::vector<RealMatrix> centred(std::vector<RealMatrix> trials) {
  for (RealMatrix& trial : trials) {
    for (std::size_t i = 0; i < trial.rows; ++i) {
      double mean = 0;
      for (const double value : trial.row(i)) mean += value / static_cast<double>(trial.cols);
      for (double& value : trial.row(i)) value -= mean;
    }
  }
  return trials;
}

TEST_CASE("An average reference reduces the rank by one", "[covariance]") {
  const RiemannGolden golden("small");
  const std::vector<RealMatrix> trials = centred(golden.matrices("rank.X"));
  std::vector<RealMatrix> scm, found;
  for (std::size_t i = 0; i < trials.size() * 2 / 3; ++i)
    scm.push_back(covariance_of(trials[i], {.estimator = CovarianceEstimator::kScm}).matrix);
  const auto basis = range_basis(euclid_mean(scm));
  REQUIRE(basis.has_value());
  CHECK(relative_difference(basis->values, golden.values("rank.basis")) < kSmall);
  for (const RealMatrix& trial : trials) found.push_back(covariance_of(product(*basis, trial), {}).matrix);
  CHECK(relative_difference(flat(found), golden.values("rank.C")) < kSmall);
  CHECK(!range_basis(RealMatrix::identity(4)).has_value());
}

}  // namespace
}  // namespace eegate::golden_covariance_test
