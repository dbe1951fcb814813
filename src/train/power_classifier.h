// A linear classifier of log powers, cross-validated: quick enough to ask it about many versions of the labels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"

namespace eegate {

// Power of each channel in octaves of its spectrum (Haar wavelets), as logarithms: rows [n, features].
struct PowerFeatures {
  std::size_t n = 0, width = 0;
  std::vector<double> values;
  std::span<double> row(std::size_t i) { return std::span(values).subspan(i * width, width); }
  std::span<const double> row(std::size_t i) const { return std::span(values).subspan(i * width, width); }
};
PowerFeatures power_features(ConstTensor3 x);

// Mean 0 and deviation 1 of every feature within each group (numbers from 0).
void standardize_within(PowerFeatures& features, std::span<const std::size_t> groups);

// Linear discriminant with a shrunk covariance; classes count equally. Every row is judged by what was learned from the
// rows of the other folds. The covariances do not depend on labels, so each further question costs little.
class PowerClassifier {
 public:
  // `folds`: a number from 0 for each row.
  PowerClassifier(PowerFeatures features, std::vector<std::size_t> folds);
  // Labels below 0 are not learned from. Gives a class for every row.
  std::vector<int> predict(std::span<const int> labels, std::size_t n_classes) const;

 private:
  struct Discriminant {
    std::vector<double> direction;
    double offset = 0;
    bool known = false;
  };
  std::vector<Discriminant> learn(std::span<const int> labels, std::size_t n_classes, std::size_t fold) const;

  PowerFeatures features_;
  std::vector<std::size_t> folds_;
  std::vector<std::vector<double>> factors_;  // of each fold: lower Cholesky factor of the covariance of the others
};

}  // namespace eegate
