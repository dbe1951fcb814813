// Deterministic fits of linear classifiers in float64. Features are rows [n, d], labels 0 ... n_classes - 1. With more
// features than rows all of them use only the inner products of the rows, [n, n].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "covariance/real_matrix.h"

namespace eegate {

// score_k = weights_k . x + bias_k. With two classes there is one row, the score of class 1; that of class 0 is 0.
struct LinearClassifier {
  RealMatrix weights;
  std::vector<double> bias;

  // One for each class.
  std::vector<double> scores(std::span<const double> features) const;
  // The same classifier with one row for each class.
  LinearClassifier with_all_rows() const;
};

// Logistic regression (sklearn.linear_model.LogisticRegression with C = strength): minimises |W|^2 / 2 + strength * sum
// of cross-entropies; biases are not penalised. More than two classes: softmax, biases sum to 0. Newton's method with
// conjugate gradients.
LinearClassifier fit_logistic(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              double strength);

// Linear support vector machine (sklearn.svm.SVC(kernel="linear", C=strength)): minimises |w|^2 / 2 + strength * sum
// max(0, 1 - s f), s = +-1; the bias is not penalised; more than two classes: one against the rest. Sequential minimal
// optimisation with the maximal violating pair (Keerthi et al. 2001). The scores are not log odds.
LinearClassifier fit_support_vectors(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                                     double strength);

// Linear discriminant analysis with priors from the class frequencies.
//   kShrunk  covariances of the standardised features of each class, shrunk after Ledoit and Wolf
//            (sklearn.discriminant_analysis.LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"))
//   kPlain   the pooled covariance with divisor n - n_classes
enum class DiscriminantRule { kShrunk, kPlain };
struct Discriminant {
  LinearClassifier classifier;
  std::vector<double> shrinkage;  // of each class
};
Discriminant fit_discriminant(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              DiscriminantRule rule);

// Geodesic filtering and minimum distance to mean (FgMDM, Barachant et al. 2010) of tangent vectors at the mean of all
// trials; for two classes this is a linear classifier.
LinearClassifier fit_geodesic_filter(const RealMatrix& tangents, std::span<const int> labels);

}  // namespace eegate
