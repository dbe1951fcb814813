// The sources that a covariance classifier uses, as spatial filters and spatial patterns (Haufe et al. 2014): a filter
// is the weights by which a source is computed from the electrodes, a pattern is how the source projects to the
// electrodes. Only patterns may be drawn as topographic maps.
#pragma once

#include <cstddef>
#include <vector>

#include "covariance/real_matrix.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

// Near the mean of the training trials a score of the tangent space is sum_j weight_j (power of source j - 1): with a
// positive weight, more power of this source is evidence for the class. Sorted by descending magnitude.
struct TangentPatterns {
  std::vector<double> weights;
  RealMatrix filters, patterns;  // one source per row; the filter's entry of largest magnitude is positive
};
// From the whitener P = M^(-1/2) and the symmetric weights G of a score tr(G ln(P C P')).
TangentPatterns tangent_patterns(const RealMatrix& whitener, const RealMatrix& g);

// One source of a model at its electrodes.
struct HeadPattern {
  std::size_t class_index = 0;  // the class for which, or against which, its power is evidence
  double weight = 0;            // tangent space: above 0 for the class; csp: eigenvalue, the share of power, 0 to 1
  std::vector<double> pattern;  // [n_chans], uV
  std::size_t band = 0;         // index in the filter bank
};
// The `n_each` strongest sources of each score (tangent_space, over all bands), or all filters (csp). Empty for other
// models, and for order > 1, where the rows of a covariance are not electrodes alone.
std::vector<HeadPattern> head_patterns(const ModelConfig& config, const Weights& weights, std::size_t n_each = 3);

}  // namespace eegate
