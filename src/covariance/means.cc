#include "covariance/means.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/portable_math.h"
#include "covariance/matrix_functions.h"

namespace eegate {
namespace {

// Weights normalised to sum 1.
std::vector<double> shares(std::size_t n, std::span<const double> weights) {
  assert(n > 0 && (weights.empty() || weights.size() == n));
  if (weights.empty()) return std::vector<double>(n, 1 / static_cast<double>(n));
  double sum = 0;
  for (const double weight : weights) sum += weight;
  std::vector<double> result(weights.begin(), weights.end());
  for (double& share : result) share /= sum;
  return result;
}

// Anderson acceleration (Anderson, Iterative Procedures for Nonlinear Integral Equations, 1965) of the fixed-point
// iteration towards the mean. Tangent vectors at consecutive means are treated as if they had the same coordinates,
// which is nearly true for short steps.
class AndersonAcceleration {
 public:
  void reset() { past_.clear(); }

  RealMatrix next_step(const RealMatrix& logarithm) {
    const std::size_t n = past_.size();
    std::vector<RealMatrix> changes(n, logarithm);
    RealMatrix products(n, n), shares(1, n);
    for (std::size_t i = 0; i < n; ++i) {
      add_scaled(changes[i], -1, past_[i].logarithm);
      for (std::size_t j = 0; j <= i; ++j) products(i, j) = dot(changes[i].values, changes[j].values);
      shares(0, i) = dot(changes[i].values, logarithm.values);
    }
    RealMatrix step = logarithm;
    if (n > 0 && solve_positive(products, shares)) {
      for (std::size_t i = 0; i < n; ++i) {
        add_scaled(step, -shares(0, i), past_[i].displacement);
        add_scaled(step, -shares(0, i), changes[i]);
      }
    }
    // A step is never longer than the mean logarithm, because the space has non-positive curvature.
    if (frobenius_norm(step) <= frobenius_norm(logarithm)) return step;
    reset();
    return logarithm;
  }
  void record(const RealMatrix& step, const RealMatrix& logarithm) {
    for (Past& one : past_) add_scaled(one.displacement, 1, step);
    if (past_.size() == kSteps) past_.erase(past_.begin());
    past_.push_back({step, logarithm});
  }

 private:
  static constexpr std::size_t kSteps = 2;
  struct Past {
    RealMatrix displacement, logarithm;  // from that point to the current one, and the mean logarithm at that point
  };
  std::vector<Past> past_;
};

}  // namespace

RiemannMean riemann_mean(std::span<const RealMatrix> all, const MeanOptions& options) {
  return riemann_mean_from({euclid_mean(all, options.weights)}, all, options);
}

RiemannMean riemann_mean_from(MeanStart start, std::span<const RealMatrix> all, const MeanOptions& options) {
  const std::vector<double> share = shares(all.size(), options.weights);
  if (all.size() == 1) return {euclid_mean(all, options.weights), 0, true};
  RiemannMean result{std::move(start.matrix)};
  AndersonAcceleration acceleration;
  double step_size = 1, previous_length = std::numeric_limits<double>::infinity();
  while (result.n_steps < options.max_steps) {
    const bool is_known = result.n_steps++ == 0 && !start.logarithms.empty();
    const Roots roots = roots_of(result.mean);
    RealMatrix mean_logarithm(result.mean.rows, result.mean.rows);
    std::vector<RealMatrix> logarithms;
    for (std::size_t i = 0; i < all.size(); ++i) {
      RealMatrix logarithm = is_known ? *start.logarithms[i] : matrix_log(sandwich(roots.inverse, all[i]));
      add_scaled(mean_logarithm, share[i], logarithm);
      if (options.keep_logarithms) logarithms.push_back(std::move(logarithm));
    }
    const double length = frobenius_norm(mean_logarithm);
    if (length <= options.tolerance) {
      result.converged = true;
      result.logarithms = std::move(logarithms);
      break;
    }
    if (!std::isfinite(length)) break;
    if (length > previous_length) {
      step_size /= 2;
      acceleration.reset();
    }
    previous_length = length;
    RealMatrix step = acceleration.next_step(mean_logarithm);
    for (double& value : step.values) value *= step_size;
    acceleration.record(step, mean_logarithm);
    result.mean = sandwich(roots.root, matrix_exp(step));
  }
  return result;
}

RealMatrix log_euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights) {
  const std::vector<double> share = shares(all.size(), weights);
  RealMatrix sum(all[0].rows, all[0].cols);
  for (std::size_t i = 0; i < all.size(); ++i) add_scaled(sum, share[i], matrix_log(all[i]));
  return matrix_exp(sum);
}

RealMatrix euclid_mean(std::span<const RealMatrix> all, std::span<const double> weights) {
  const std::vector<double> share = shares(all.size(), weights);
  RealMatrix sum(all[0].rows, all[0].cols);
  for (std::size_t i = 0; i < all.size(); ++i) add_scaled(sum, share[i], all[i]);
  return sum;
}

RealMatrix mean_of(CovarianceMean rule, std::span<const RealMatrix> all) {
  switch (rule) {
    case CovarianceMean::kLogEuclid:
      return log_euclid_mean(all);
    case CovarianceMean::kEuclid:
      return euclid_mean(all);
    case CovarianceMean::kRiemann:
      break;
  }
  return riemann_mean(all).mean;
}

RealMatrix geodesic(const RealMatrix& a, const RealMatrix& b, double t) {
  const Roots roots = roots_of(a);
  return sandwich(roots.root, matrix_power(sandwich(roots.inverse, b), t));
}

double squared_distance(const RealMatrix& a, const RealMatrix& inverse_root_of_b) {
  std::vector<double> values = symmetric_eigenvalues(sandwich(inverse_root_of_b, a));
  floor_eigenvalues(values);
  double sum = 0;
  for (const double value : values) {
    const double logarithm = portable::log(value);
    sum += logarithm * logarithm;
  }
  return sum;
}

std::vector<double> upper(const RealMatrix& a) {
  std::vector<double> values;
  values.reserve(n_upper(a.rows));
  for (std::size_t i = 0; i < a.rows; ++i) {
    values.push_back(a(i, i));
    for (std::size_t j = i + 1; j < a.rows; ++j) values.push_back(std::numbers::sqrt2 * a(i, j));
  }
  return values;
}

RealMatrix from_upper(std::span<const double> values) {
  std::size_t n = 0;
  while (n_upper(n) < values.size()) ++n;
  assert(n_upper(n) == values.size());
  RealMatrix a(n, n);
  std::size_t k = 0;
  for (std::size_t i = 0; i < n; ++i) {
    a(i, i) = values[k++];
    for (std::size_t j = i + 1; j < n; ++j) a(i, j) = a(j, i) = values[k++] / std::numbers::sqrt2;
  }
  return a;
}

std::vector<double> tangent_vector(const RealMatrix& c, const RealMatrix& whitener) {
  return upper(matrix_log(sandwich(whitener, c)));
}

}  // namespace eegate
