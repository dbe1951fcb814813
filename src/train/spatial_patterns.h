// Common spatial patterns (Ramoser et al. 2000): filters whose output is strong in one class and weak in the others.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/options.h"
#include "covariance/real_matrix.h"

namespace eegate {

// Which filters of two classes: from both ends of the eigenvalues in turn, or those farthest from 1/2.
enum class PatternChoice { kPairs, kDistance };
inline constexpr auto kPatternChoices =
    option_table<PatternChoice>({{"pairs", PatternChoice::kPairs}, {"distance", PatternChoice::kDistance}});

struct SpatialPatterns {
  RealMatrix filters;               // [F, c]; the entry of largest magnitude is positive
  std::vector<double> eigenvalues;  // share of the power, in the class that a filter speaks for; of two: in class 1
  RealMatrix patterns;              // [F, c]: what each source looks like at the electrodes (Haufe et al. 2014)
};

// From covariances of trials, of which every class has one. Two classes: n_filters of the pencil of class 1 and the sum
// of both means; more: each against the rest, n_filters / n_classes of each, at least 2.
SpatialPatterns fit_spatial_patterns(std::span<const RealMatrix> covariances, std::span<const int> labels,
                                     std::size_t n_classes, std::size_t n_filters, PatternChoice choice);

// ln(f C f') of every filter.
std::vector<double> log_variances(const RealMatrix& filters, const RealMatrix& covariance);

}  // namespace eegate
