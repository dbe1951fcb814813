// What a classifier of covariances looks at, as sources with a place on the head: filters say what is computed,
// patterns what a source looks like at the electrodes (Haufe et al. 2014). Patterns are for maps, filters never.
#pragma once

#include <cstddef>
#include <vector>

#include "covariance/real_matrix.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

// Near the mean of the training trials a score of the tangent space is sum_j weight_j (power of source j - 1): a
// positive weight says that more power of this source speaks for the class. By descending magnitude.
struct TangentPatterns {
  std::vector<double> weights;
  RealMatrix filters, patterns;  // a source each row; the filter's entry of largest magnitude is positive
};
// From the whitener P = M^(-1/2) and the symmetric weights G of a score.
TangentPatterns tangent_patterns(const RealMatrix& whitener, const RealMatrix& g);

// One source of a model at its electrodes.
struct HeadPattern {
  std::size_t class_index = 0;  // for which more of its power speaks, or against which
  double weight = 0;            // tangent space: above 0 for the class; csp: its share of the power, 0 to 1
  std::vector<double> pattern;  // [n_chans], uV
  std::size_t band = 0;         // of a bank
};
// The `n_each` strongest sources of each score (tangent_space, over all bands of a bank), or all filters (csp); none of
// other models and of delayed copies of the signals, which have no place on the head.
std::vector<HeadPattern> head_patterns(const ModelConfig& config, const Weights& weights, std::size_t n_each = 3);

}  // namespace eegate
