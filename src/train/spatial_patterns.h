// Common spatial patterns (Ramoser et al. 2000): spatial filters whose output has high power in one class and low power
// in the others, from the generalised eigenvalue problem of two mean covariances.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/options.h"
#include "covariance/real_matrix.h"

namespace eegate {

// Selection of filters for two classes: alternately from both ends of the eigenvalues, or those farthest from 1/2.
enum class PatternChoice { kPairs, kDistance };
inline constexpr auto kPatternChoices =
    option_table<PatternChoice>({{"pairs", PatternChoice::kPairs}, {"distance", PatternChoice::kDistance}});

struct SpatialPatterns {
  RealMatrix filters;               // [F, c]; the entry of largest magnitude is positive
  std::vector<double> eigenvalues;  // power in the filter's class / total power; with two classes: in class 1
  RealMatrix patterns;              // [F, c]: what each source looks like at the electrodes (Haufe et al. 2014)
};

// From covariances of trials; every class must have one. Two classes: n_filters eigenvectors of (mean of class 1, sum
// of both means). More: each class against the rest, n_filters / n_classes for each, at least 2.
SpatialPatterns fit_spatial_patterns(std::span<const RealMatrix> covariances, std::span<const int> labels,
                                     std::size_t n_classes, std::size_t n_filters, PatternChoice choice);

// ln(f C f') for every filter f.
std::vector<double> log_variances(const RealMatrix& filters, const RealMatrix& covariance);

}  // namespace eegate
