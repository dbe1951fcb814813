// A cross-validated linear classifier of log power that is fast enough to be evaluated for many versions of the labels
// (label_fit.h).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"
#include "train/logistic.h"

namespace eegate {

// Logarithm of the power of each channel in octaves (Haar wavelets), as rows [n, features].
FeatureRows power_features(ConstTensor3 x);

// Standardises every feature within each group; groups are numbered from 0.
void standardize_within(FeatureRows& features, std::span<const std::size_t> groups);

// Linear discriminant analysis with a shrunk covariance and equal priors. Every row is predicted by the classifier of
// the other folds. The covariances do not depend on the labels, so predictions for further labels are fast.
class PowerClassifier {
 public:
  // `folds`: the fold of each row, numbered from 0.
  PowerClassifier(FeatureRows features, std::vector<std::size_t> folds);
  // Predicts a class for every row. Rows with a label below 0 are not used for training.
  std::vector<int> predict(std::span<const int> labels, std::size_t n_classes) const;

 private:
  struct Discriminant {
    std::vector<double> direction;
    double offset = 0;
    bool known = false;
  };
  std::vector<Discriminant> learn(std::span<const int> labels, std::size_t n_classes, std::size_t fold) const;

  FeatureRows features_;
  std::vector<std::size_t> folds_;
  std::vector<std::vector<double>> factors_;  // for each fold the Cholesky factor of the covariance of the other folds
};

}  // namespace eegate
