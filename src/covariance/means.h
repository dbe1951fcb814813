// Means of positive definite matrices and distances between them (Moakher 2005). The affine-invariant Riemannian
// distance is unchanged if all matrices are transformed by one invertible W as W C W', as a different reference or
// different gains do.
#pragma once

#include <span>
#include <vector>

#include "base/options.h"
#include "covariance/real_matrix.h"

namespace eegate {

enum class CovarianceMean { kRiemann, kLogEuclid, kEuclid };
inline constexpr auto kCovarianceMeans = option_table<CovarianceMean>({{"riemann", CovarianceMean::kRiemann},
                                                                       {"logeuclid", CovarianceMean::kLogEuclid},
                                                                       {"euclid", CovarianceMean::kEuclid}});

struct MeanOptions {
  double tolerance = 1e-8;  // limit of the norm of the mean logarithm
  int max_steps = 100;
  std::span<const double> weights = {};  // empty: equal weights
  bool keep_logarithms = false;
};
struct RiemannMean {
  RealMatrix mean;
  int n_steps = 0;
  bool converged = false;
  // ln(M^(-1/2) C M^(-1/2)) of each matrix from the last step, with keep_logarithms; empty if the iteration did not
  // converge.
  std::vector<RealMatrix> logarithms = {};
};
// The Riemannian mean of at least one matrix by gradient descent with Anderson acceleration.
RiemannMean riemann_mean(std::span<const RealMatrix> all, const MeanOptions& options = {});

// The start of the iteration instead of the arithmetic mean: a positive definite matrix and, if known, the logarithms
// of all matrices at that point.
struct MeanStart {
  RealMatrix matrix;
  std::vector<const RealMatrix*> logarithms = {};
};
RiemannMean riemann_mean_from(MeanStart start, std::span<const RealMatrix> all, const MeanOptions& options = {});
RealMatrix log_euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights = {});
RealMatrix euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights = {});
RealMatrix mean_of(CovarianceMean rule, std::span<const RealMatrix> all);

// The point at t in [0, 1] on the geodesic from a to b. With t = 1 / (k + 1) it updates a mean of k matrices by one
// more; a constant t forgets earlier matrices exponentially.
RealMatrix geodesic(const RealMatrix& a, const RealMatrix& b, double t);
// The squared Riemannian distance, given b^(-1/2).
double squared_distance(const RealMatrix& a, const RealMatrix& inverse_root_of_b);

// A symmetric matrix [c, c] as c (c + 1) / 2 numbers: rows of the upper triangle, off-diagonal entries times sqrt(2),
// so that inner products are preserved.
std::vector<double> upper(const RealMatrix& a);
RealMatrix from_upper(std::span<const double> values);
constexpr std::size_t n_upper(std::size_t n) { return n * (n + 1) / 2; }

// ln(P C P) as upper(): the tangent vector at the reference M with P = M^(-1/2) (Barachant et al. 2012).
std::vector<double> tangent_vector(const RealMatrix& c, const RealMatrix& whitener);

}  // namespace eegate
