// Logistic regression of linear_classifier.h, converged to about ten digits.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/portable_math.h"
#include "covariance/matrix_functions.h"
#include "train/linear_classifier.h"

namespace eegate {
namespace {

constexpr int kMaxNewtonSteps = 100;
constexpr double kFlatGradient = 1e-11;   // largest component of the gradient at which the search ends
constexpr double kSpanShare = 1e-13;      // share of the largest eigenvalue below which a direction is rounding
constexpr double kBiasCurvature = 1e-12;  // gives biases a minimum even if the classes are separable

// Replaces the scores of one trial by probabilities; returns its cross-entropy. One score: that of class 1.
double cross_entropy(std::span<double> scores, std::size_t label) {
  if (scores.size() == 1) {
    const double score = scores[0], small = portable::exp(-std::abs(score));
    const double against = label == 1 ? -score : score;
    scores[0] = score >= 0 ? 1 / (1 + small) : small / (1 + small);
    return std::max(0.0, against) + portable::log1p(small);
  }
  const double own = scores[label], highest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) sum += score = portable::exp(score - highest);
  for (double& score : scores) score /= sum;
  return highest + portable::log(sum) - own;
}

// The unknowns: for each row of weights its vector, then its bias.
struct NewtonProblem {
  const RealMatrix& z;
  std::span<const int> labels;
  std::size_t n_rows;
  double strength;

  std::size_t width() const { return z.cols + 1; }
  std::size_t size() const { return n_rows * width(); }
  std::span<const double> weights_of(const std::vector<double>& all, std::size_t row) const {
    return std::span(all).subspan(row * width(), z.cols);
  }
  double target(std::size_t i, std::size_t row) const {
    const auto label = static_cast<std::size_t>(labels[i]);
    return (n_rows == 1 ? label == 1 : label == row) ? 1 : 0;
  }

  // The loss; probabilities [n, n_rows] are those at these unknowns.
  double loss(const std::vector<double>& at, RealMatrix& p) const {
    double penalty = 0, entropy = 0;
    for (std::size_t k = 0; k < n_rows; ++k) penalty += dot(weights_of(at, k), weights_of(at, k));
    for (std::size_t i = 0; i < z.rows; ++i) {
      for (std::size_t k = 0; k < n_rows; ++k) p(i, k) = dot(z.row(i), weights_of(at, k)) + at[(k + 1) * width() - 1];
      entropy += cross_entropy(p.row(i), static_cast<std::size_t>(labels[i]));
    }
    return penalty / 2 + strength * entropy;
  }
  // sum_i factors(i, k) (z_i, 1) times the strength, plus the penalty's part.
  std::vector<double> gathered(const std::vector<double>& own, const RealMatrix& factors, double bias_share) const {
    std::vector<double> sum(size(), 0.0);
    for (std::size_t k = 0; k < n_rows; ++k) {
      const std::span<double> part = std::span(sum).subspan(k * width(), width());
      for (std::size_t i = 0; i < z.rows; ++i) {
        add_scaled(part.first(z.cols), strength * factors(i, k), z.row(i));
        part[z.cols] += strength * factors(i, k);
      }
      add_scaled(part.first(z.cols), 1, weights_of(own, k));
      part[z.cols] += bias_share * own[k * width() + z.cols];
    }
    return sum;
  }
  std::vector<double> gradient(const std::vector<double>& at, const RealMatrix& p) const {
    RealMatrix factors = p;
    for (std::size_t i = 0; i < z.rows; ++i) {
      for (std::size_t k = 0; k < n_rows; ++k) factors(i, k) -= target(i, k);
    }
    return gathered(at, factors, 0);
  }
  std::vector<double> curvature(const std::vector<double>& along, const RealMatrix& p) const {
    RealMatrix factors(z.rows, n_rows);
    for (std::size_t i = 0; i < z.rows; ++i) {
      double mean = 0;
      for (std::size_t k = 0; k < n_rows; ++k) {
        factors(i, k) = dot(z.row(i), weights_of(along, k)) + along[(k + 1) * width() - 1];
        mean += p(i, k) * factors(i, k);
      }
      for (std::size_t k = 0; k < n_rows; ++k) factors(i, k) = p(i, k) * (factors(i, k) - mean);
    }
    return gathered(along, factors, kBiasCurvature);
  }
};

// Newton's step: curvature times x = gradient, by conjugate gradients.
std::vector<double> newton_step(const NewtonProblem& problem, const std::vector<double>& gradient,
                                const RealMatrix& p) {
  std::vector<double> x(gradient.size(), 0.0), rest = gradient, direction = gradient;
  double left = dot(rest, rest);
  const double enough = 1e-24 * left;
  for (std::size_t n = 0; n < 3 * problem.size() + 20 && left > enough; ++n) {
    const std::vector<double> image = problem.curvature(direction, p);
    const double bend = dot(direction, image);
    if (!(bend > 0)) break;
    const double length = left / bend;
    add_scaled(x, length, direction);
    add_scaled(rest, -length, image);
    const double next = dot(rest, rest);
    for (std::size_t i = 0; i < direction.size(); ++i) direction[i] = rest[i] + next / left * direction[i];
    left = next;
  }
  return x;
}

double largest_of(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

std::vector<double> newton_minimum(const NewtonProblem& problem) {
  std::vector<double> at(problem.size(), 0.0);
  RealMatrix p(problem.z.rows, problem.n_rows), next_p = p;
  double loss = problem.loss(at, p);
  for (int n = 0; n < kMaxNewtonSteps; ++n) {
    const std::vector<double> gradient = problem.gradient(at, p);
    if (largest_of(gradient) <= kFlatGradient * std::max(1.0, problem.strength)) break;
    const std::vector<double> step = newton_step(problem, gradient, p);
    const double slope = dot(gradient, step);
    std::vector<double> next;
    double next_loss = loss, length = 1;
    for (; length > 1e-10; length /= 2) {
      next = at;
      add_scaled(next, -length, step);
      next_loss = problem.loss(next, next_p);
      if (next_loss <= loss - 1e-4 * length * slope || std::abs(next_loss - loss) <= 1e-13 * std::abs(loss)) break;
    }
    if (length <= 1e-10) break;  // no further decrease in double precision
    std::swap(at, next);
    std::swap(p, next_p);
    loss = next_loss;
  }
  return at;
}

// The rows in coordinates of their span, with the same inner products: Z = U sqrt(w), and the transformation back.
struct RowSpan {
  RealMatrix z, back;  // [n, r], [r, d]
};
RowSpan span_of(const RealMatrix& features) {
  const SymmetricEigen eigen = symmetric_eigen(gram(features));
  const std::size_t n = features.rows;
  std::size_t first = 0;
  while (first + 1 < n && !(eigen.values[first] > kSpanShare * eigen.values[n - 1])) ++first;
  RealMatrix z(n, n - first), narrow(n - first, n);
  for (std::size_t k = first; k < n; ++k) {
    const double length = std::sqrt(std::max(eigen.values[k], 0.0));
    for (std::size_t i = 0; i < n; ++i) z(i, k - first) = eigen.vectors(k, i) * length;
    if (length > 0) add_scaled(narrow.row(k - first), 1 / length, eigen.vectors.row(k));
  }
  return {std::move(z), product(narrow, features)};
}

}  // namespace

LinearClassifier fit_logistic(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              double strength) {
  assert(features.rows == labels.size() && n_classes >= 2 && strength > 0);
  const bool is_wide = features.rows < features.cols;
  const RowSpan span = is_wide ? span_of(features) : RowSpan{};
  const RealMatrix& z = is_wide ? span.z : features;
  const NewtonProblem problem{z, labels, n_classes == 2 ? 1 : n_classes, strength};
  const std::vector<double> found = newton_minimum(problem);
  LinearClassifier result{RealMatrix(problem.n_rows, z.cols), std::vector<double>(problem.n_rows)};
  double mean = 0;
  for (std::size_t k = 0; k < problem.n_rows; ++k) {
    std::ranges::copy(problem.weights_of(found, k), result.weights.row(k).begin());
    result.bias[k] = found[(k + 1) * problem.width() - 1];
    mean += result.bias[k] / static_cast<double>(problem.n_rows);
  }
  for (double& bias : result.bias) bias -= problem.n_rows > 1 ? mean : 0;
  if (is_wide) result.weights = product(result.weights, span.back);
  return result;
}

}  // namespace eegate
