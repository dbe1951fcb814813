// Means, spreads, and differences between two models over the same splits or subjects.
#pragma once

#include <cstddef>
#include <span>

namespace eegate {

struct Spread {
  std::size_t n = 0;
  double mean = 0;
  double sample_sd = 0;      // n - 1 below the root; 0 for fewer than two values
  double population_sd = 0;  // n below the root: what the gated-transformer paper prints
};
Spread spread_of(std::span<const double> values);

// Of b - a, pair by pair. The 95 % interval is Student's for the mean of n differences, infinite for fewer than two;
// splits of the same subjects overlap, so the interval tends to be too narrow.
struct PairedDifference {
  std::size_t n = 0;
  double mean = 0, sample_sd = 0;
  double low = 0, high = 0;
};
PairedDifference paired_difference(std::span<const double> a, std::span<const double> b);

// The 97.5 % quantile of Student's t, within 1e-3.
double student_t975(std::size_t degrees_of_freedom);

}  // namespace eegate
