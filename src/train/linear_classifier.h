// Linear classifiers of feature vectors that are fitted in one go, in float64: no seed, no shuffling, one order of
// sums. Features are rows [n, d], labels 0 ... n_classes - 1. Where there are more features than rows, all of them work
// with products of rows [n, n] alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "covariance/real_matrix.h"

namespace eegate {

// score_k = weights_k . x + bias_k. Two classes keep one row, the score of class 1; that of class 0 is 0.
struct LinearClassifier {
  RealMatrix weights;
  std::vector<double> bias;

  // One for each class.
  std::vector<double> scores(std::span<const double> features) const;
  // The same classifier with a row for each class.
  LinearClassifier with_all_rows() const;
};

// Minimises |W|^2 / 2 + strength * sum of cross-entropies; biases are free, features are taken as they are. Several
// classes: softmax, biases sum to 0. By Newton's method with conjugate gradients.
LinearClassifier fit_logistic(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              double strength);

// Hinge loss: minimises |w|^2 / 2 + strength * sum max(0, 1 - s f), the bias free; several classes: one against the
// rest. By pairs of dual variables that violate the conditions most (Keerthi et al. 2001). Scores are no log odds.
LinearClassifier fit_support_vectors(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                                     double strength);

// Linear discriminant analysis; classes weigh as they occur.
//   kShrunk  the covariance of each class's features, divided by their deviations, shrunk after Ledoit and Wolf
//   kPlain   the pooled covariance, divided by n - n_classes
enum class DiscriminantRule { kShrunk, kPlain };
struct Discriminant {
  LinearClassifier classifier;
  std::vector<double> shrinkage;  // of each class
};
Discriminant fit_discriminant(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              DiscriminantRule rule);

// Filtering on the geodesic that separates two classes, then the distances to the class means (Barachant et al. 2010),
// of tangent vectors at the mean of all trials: with two classes a linear classifier of them.
LinearClassifier fit_geodesic_filter(const RealMatrix& tangents, std::span<const int> labels);

}  // namespace eegate
