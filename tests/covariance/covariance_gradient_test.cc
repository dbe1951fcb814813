// The gradient through a covariance and its shrinkage, compared with differences.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/rng.h"
#include "covariance/covariance.h"

using namespace eegate;

namespace covariance_gradient_test {

namespace {

RealMatrix noise(std::size_t rows, std::size_t cols, const char* purpose) {
  const Rng rng(6, purpose);
  RealMatrix x(rows, cols);
  for (std::size_t i = 0; i < x.values.size(); ++i)
    x.values[i] =
        (1 + static_cast<double>(i / cols)) * (i / cols == 1 ? x.values[i - cols] + rng.normal(i) : rng.normal(i));
  return x;
}

// Of the sum of products with `g`.
double loss(const RealMatrix& x, const RealMatrix& g, const CovarianceOptions& options) {
  return dot(covariance_of(x, options).matrix.values, g.values);
}

}  // namespace

TEST_CASE("the gradient through shrinkage is that of differences", "[covariance]") {
  RealMatrix x = noise(5, 60, "rows"), g = noise(5, 5, "gradient");
  symmetrize(g);
  for (const CovarianceEstimator estimator :
       {CovarianceEstimator::kOas, CovarianceEstimator::kLwf, CovarianceEstimator::kScm, CovarianceEstimator::kFixed}) {
    CAPTURE(kCovarianceEstimators.name_of(estimator));
    const CovarianceOptions options{.estimator = estimator};
    const ShrunkCovariance covariance = covariance_of(x, options);
    if (estimator == CovarianceEstimator::kOas || estimator == CovarianceEstimator::kLwf) {
      REQUIRE(covariance.rho > 0.001);
      REQUIRE(covariance.rho < 0.9);
    }
    const RealMatrix dx = shrunk_covariance_gradient(g, covariance, x, options);
    double largest = 0, off = 0, off_at_constant_rho = 0;
    const RealMatrix constant = covariance_gradient(g, covariance.rho, x);
    for (std::size_t i = 0; i < x.values.size(); i += 7) {
      constexpr double kStep = 1e-4;
      const double value = x.values[i];
      x.values[i] = value + kStep;
      const double above = loss(x, g, options);
      x.values[i] = value - kStep;
      const double difference = (above - loss(x, g, options)) / (2 * kStep);
      x.values[i] = value;
      largest = std::max(largest, std::abs(difference));
      off = std::max(off, std::abs(difference - dx.values[i]));
      off_at_constant_rho = std::max(off_at_constant_rho, std::abs(difference - constant.values[i]));
    }
    CHECK(off < 1e-6 * largest);
    const bool is_estimated = estimator == CovarianceEstimator::kOas || estimator == CovarianceEstimator::kLwf;
    CHECK((off_at_constant_rho > 1e-3 * largest) == is_estimated);
  }
}

}  // namespace covariance_gradient_test
