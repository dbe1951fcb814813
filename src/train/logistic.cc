#include "train/logistic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>

#include "base/portable_math.h"
#include "covariance/real_matrix.h"

namespace eegate {
namespace {

constexpr std::size_t kMostSteps = 1000, kHistory = 12;
constexpr double kFlat = 1e-7;  // largest component of the gradient of the mean at which the search ends

using Vector = std::vector<double>;

// Replaces scores by probabilities; returns log of the sum of exponentials of the scores.
double soften(std::span<double> scores) {
  const double highest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) sum += score = portable::exp(score - highest);
  for (double& score : scores) score /= sum;
  return highest + portable::log(sum);
}

void scores_of(std::span<double> scores, std::span<const double> weights, std::span<const double> row) {
  const std::size_t width = row.size();
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::span<const double> own = weights.subspan(k * (width + 1), width + 1);
    scores[k] = dot(own.first(width), row) + own[width];
  }
}

struct Problem {
  const FeatureRows& features;
  std::span<const int> labels;
  std::size_t n_classes;
  double penalty;  // of the mean loss

  // Mean loss and its gradient, penalty included.
  double at(const Vector& weights, Vector& gradient) const {
    const std::size_t width = features.width;
    const double share = 1 / static_cast<double>(features.n);
    double loss = 0;
    Vector p(n_classes);
    std::ranges::fill(gradient, 0.0);
    for (std::size_t i = 0; i < features.n; ++i) {
      const std::span<const double> row = features.row(i);
      const auto label = static_cast<std::size_t>(labels[i]);
      scores_of(p, weights, row);
      const double own = p[label];
      loss += (soften(p) - own) * share;
      p[label] -= 1;
      for (std::size_t k = 0; k < n_classes; ++k) {
        add_scaled(std::span(gradient).subspan(k * (width + 1), width), p[k] * share, row);
        gradient[k * (width + 1) + width] += p[k] * share;
      }
    }
    for (std::size_t k = 0; k < n_classes; ++k) {
      const std::span<const double> own = std::span(weights).subspan(k * (width + 1), width);
      loss += dot(own, own) * penalty / 2;
      add_scaled(std::span(gradient).subspan(k * (width + 1), width), penalty, own);
    }
    return loss;
  }
};

// The L-BFGS approximation of the curvature from recent steps (Nocedal 1980).
struct Curvature {
  struct Pair {
    Vector step, change;
    double product;
  };
  std::deque<Pair> pairs;

  void learn(Vector step, Vector change) {
    const double product = dot(step, change);
    if (product <= 1e-14 * dot(change, change)) return;  // only rounding
    pairs.push_back({std::move(step), std::move(change), product});
    if (pairs.size() > kHistory) pairs.pop_front();
  }
  // Minus the gradient, scaled by the approximate inverse curvature.
  Vector direction(const Vector& gradient) const {
    Vector d = gradient;
    std::vector<double> factors(pairs.size());
    for (std::size_t k = pairs.size(); k-- > 0;) {
      factors[k] = dot(pairs[k].step, d) / pairs[k].product;
      add_scaled(d, -factors[k], pairs[k].change);
    }
    const double scale = pairs.empty() ? 1 : pairs.back().product / dot(pairs.back().change, pairs.back().change);
    for (double& value : d) value *= scale;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      add_scaled(d, factors[k] - dot(pairs[k].change, d) / pairs[k].product, pairs[k].step);
    for (double& value : d) value = -value;
    return d;
  }
};

double largest(const Vector& v) {
  double most = 0;
  for (const double value : v) most = std::max(most, std::abs(value));
  return most;
}

// Starts at zero; each step is halved until the loss decreases enough (Armijo).
Vector minimise(const Problem& problem, std::size_t size) {
  Vector weights(size, 0.0), gradient(size), next_gradient(size);
  Curvature curvature;
  double loss = problem.at(weights, gradient);
  for (std::size_t n = 0; n < kMostSteps && largest(gradient) > kFlat; ++n) {
    const Vector direction = curvature.direction(gradient);
    const double slope = dot(direction, gradient);
    double length = 1;
    Vector next(size);
    double next_loss = 0;
    for (int halvings = 0; halvings < 40; ++halvings, length /= 2) {
      next = weights;
      add_scaled(next, length, direction);
      next_loss = problem.at(next, next_gradient);
      if (next_loss <= loss + 1e-4 * length * slope) break;
    }
    if (!(next_loss < loss)) break;  // no further decrease in double precision
    Vector change = next_gradient, step = direction;
    add_scaled(change, -1, gradient);
    for (double& value : step) value *= length;
    curvature.learn(std::move(step), std::move(change));
    std::swap(weights, next);
    std::swap(gradient, next_gradient);
    loss = next_loss;
  }
  return weights;
}

}  // namespace

LogisticRegression::LogisticRegression(const FeatureRows& features, std::span<const int> labels, std::size_t n_classes,
                                       double strength)
    : width_(features.width), n_classes_(n_classes) {
  assert(features.n > 0 && labels.size() == features.n && strength > 0);
  const Problem problem{features, labels, n_classes, 1 / (strength * static_cast<double>(features.n))};
  weights_ = minimise(problem, n_classes * (width_ + 1));
}

void LogisticRegression::probabilities(std::span<double> p, std::span<const double> features) const {
  scores_of(p, weights_, features);
  soften(p);
}

}  // namespace eegate
