// Means of positive definite matrices and distances between them (Moakher 2005): the affine-invariant distance does not
// change when all matrices go through one invertible map W C W', as another reference or other gains are.
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
  double tolerance = 1e-8;  // of the norm of the mean logarithm
  int max_steps = 100;
  std::span<const double> weights = {};  // empty: all alike
  bool keeps_logarithms = false;
};
struct RiemannMean {
  RealMatrix mean;
  int n_steps = 0;
  bool converged = false;
  // ln(M^(-1/2) C M^(-1/2)) of each matrix, which the last step has computed; none where the iteration did not
  // converge.
  std::vector<RealMatrix> logarithms = {};
};
// Of one matrix or more.
RiemannMean riemann_mean(std::span<const RealMatrix> all, const MeanOptions& options = {});

// Where an iteration begins instead of the arithmetic mean: a positive definite matrix, and the logarithms of all
// matrices there if they are known.
struct MeanStart {
  RealMatrix matrix;
  std::vector<const RealMatrix*> logarithms = {};
};
RiemannMean riemann_mean_from(MeanStart start, std::span<const RealMatrix> all, const MeanOptions& options = {});
RealMatrix log_euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights = {});
RealMatrix euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights = {});
RealMatrix mean_of(CovarianceMean rule, std::span<const RealMatrix> all);

// The point at t in [0, 1] on the shortest path from a to b. With t = 1 / (k + 1) it takes the (k + 1)-th matrix into a
// mean of k; with a constant t earlier ones are forgotten.
RealMatrix geodesic(const RealMatrix& a, const RealMatrix& b, double t);
double riemann_distance(const RealMatrix& a, const RealMatrix& b);
// The square of it where b^(-1/2) is known.
double squared_distance(const RealMatrix& a, const RealMatrix& inverse_root_of_b);

// Symmetric [c, c] as c (c + 1) / 2 numbers: rows of the upper triangle, off the diagonal times sqrt(2), so that inner
// products stay what they are.
std::vector<double> upper(const RealMatrix& a);
RealMatrix from_upper(std::span<const double> values);
constexpr std::size_t n_upper(std::size_t n) { return n * (n + 1) / 2; }

// ln(P C P) as upper(): the tangent space at the reference M with P = M^(-1/2).
std::vector<double> tangent_vector(const RealMatrix& c, const RealMatrix& whitener);
// Its inverse: M^(1/2) exp(L) M^(1/2).
RealMatrix from_tangent(std::span<const double> vector, const RealMatrix& root);

}  // namespace eegate
