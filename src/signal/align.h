// Euclidean alignment (He and Wu 2020): every epoch of a person is multiplied by R^(-1/2), where R
// is the mean of X X^T / T over that person's epochs. It needs no labels; afterwards the mean
// covariance of every person is the unit matrix. The unit of what comes out is 1.
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
  // R^(-1/2) of what was added. Directions that carry less than 1e-6 of the strongest are treated
  // as if they carried that much: an average reference or a flat channel leaves no power to divide
  // by.
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
