#include "experiment/statistics.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

namespace eegate {

Spread spread_of(std::span<const double> values) {
  Spread spread{.n = values.size()};
  if (values.empty()) return spread;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.population_sd = std::sqrt(squares / n);
  if (values.size() > 1) spread.sample_sd = std::sqrt(squares / (n - 1));
  return spread;
}

PairedDifference paired_difference(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
  const Spread spread = spread_of(differences);
  const double half = spread.n > 1
                          ? student_t975(spread.n - 1) * spread.sample_sd / std::sqrt(static_cast<double>(spread.n))
                          : std::numeric_limits<double>::infinity();
  return {spread.n, spread.mean, spread.sample_sd, spread.mean - half, spread.mean + half};
}

double student_t975(std::size_t degrees_of_freedom) {
  constexpr double kFew[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281};
  if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
  if (degrees_of_freedom <= std::size(kFew)) return kFew[degrees_of_freedom - 1];
  // Cornish and Fisher's expansion around the normal quantile (Abramowitz, Stegun 26.7.5).
  const double z = 1.959963984540054, n = static_cast<double>(degrees_of_freedom);
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace eegate
