// Euclidean alignment (He and Wu 2020): every epoch of a subject is multiplied by R^(-1/2), where R is the mean of X
// X^T / T over the epochs of that subject. It needs no labels; afterwards the mean covariance of every subject is the
// identity matrix. The result is dimensionless.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"

namespace eegate {

class EuclideanAlignment {
 public:
  explicit EuclideanAlignment(std::size_t n_chans) : n_chans_(n_chans), sum_(n_chans * n_chans) {}

  void add(ConstMatrix epoch);  // [C, T]
  // Computes R^(-1/2) of the epochs that were added. Eigenvalues below 1e-6 of the largest are raised to that value,
  // because an average reference or a constant channel leaves directions without power.
  void finish();
  bool is_finished() const { return !whitening_.empty(); }
  std::size_t n_added() const { return n_added_; }
  void apply(Matrix epoch) const;  // in place

 private:
  std::size_t n_chans_;
  std::size_t n_added_ = 0;
  std::vector<double> sum_;        // [C, C]
  std::vector<double> whitening_;  // [C, C]
};

}  // namespace eegate
