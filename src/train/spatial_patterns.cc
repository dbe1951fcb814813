#include "train/spatial_patterns.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "base/portable_math.h"
#include "covariance/matrix_functions.h"

namespace eegate {
namespace {

std::vector<RealMatrix> class_means(std::span<const RealMatrix> all, std::span<const int> labels,
                                    std::size_t n_classes) {
  std::vector<RealMatrix> means(n_classes, RealMatrix(all[0].rows, all[0].cols));
  std::vector<double> counts(n_classes, 0.0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto label = static_cast<std::size_t>(labels[i]);
    add_scaled(means[label], 1, all[i]);
    counts[label] += 1;
  }
  for (std::size_t k = 0; k < n_classes; ++k) {
    for (double& value : means[k].values) value /= counts[k];
  }
  return means;
}

std::vector<std::size_t> chosen_filters(std::span<const double> values, std::size_t n_filters, PatternChoice choice) {
  const std::size_t n = values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (choice == PatternChoice::kPairs) {
    for (std::size_t k = 0; k < n; ++k) order[k] = k % 2 == 0 ? n - 1 - k / 2 : k / 2;
  } else {
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return std::abs(values[a] - 0.5) > std::abs(values[b] - 0.5); });
  }
  order.resize(std::min(n, n_filters));
  return order;
}

void append(SpatialPatterns& patterns, const SymmetricEigen& eigen, std::span<const std::size_t> chosen) {
  RealMatrix& all = patterns.filters;
  all.cols = eigen.vectors.cols;
  for (const std::size_t k : chosen) {
    const std::span<const double> row = eigen.vectors.row(k);
    all.values.insert(all.values.end(), row.begin(), row.end());
    ++all.rows;
    patterns.eigenvalues.push_back(eigen.values[k]);
  }
}

// A' with A = S F' (F S F')^-1.
RealMatrix patterns_of(const RealMatrix& filters, const RealMatrix& sum) {
  const RealMatrix filtered = product(filters, sum);
  RealMatrix columns = transposed(filtered);  // rows of S F', one for each electrode
  const RealMatrix inner = sandwich(filters, sum);
  return solve_positive(inner, columns) ? transposed(columns) : filtered;
}

}  // namespace

SpatialPatterns fit_spatial_patterns(std::span<const RealMatrix> covariances, std::span<const int> labels,
                                     std::size_t n_classes, std::size_t n_filters, PatternChoice choice) {
  assert(covariances.size() == labels.size() && n_classes >= 2);
  const std::vector<RealMatrix> means = class_means(covariances, labels, n_classes);
  RealMatrix sum = means[0];
  for (std::size_t k = 1; k < n_classes; ++k) add_scaled(sum, 1, means[k]);
  SpatialPatterns patterns;
  if (n_classes == 2) {
    const SymmetricEigen eigen = generalized_eigen(means[1], sum);
    append(patterns, eigen, chosen_filters(eigen.values, n_filters, choice));
  } else {
    for (std::size_t k = 0; k < n_classes; ++k) {
      const SymmetricEigen eigen = generalized_eigen(means[k], sum);
      std::vector<std::size_t> top(std::min(eigen.values.size(), std::max<std::size_t>(2, n_filters / n_classes)));
      for (std::size_t i = 0; i < top.size(); ++i) top[i] = eigen.values.size() - 1 - i;
      append(patterns, eigen, top);
    }
  }
  fix_signs(patterns.filters);
  patterns.patterns = patterns_of(patterns.filters, sum);
  return patterns;
}

std::vector<double> log_variances(const RealMatrix& filters, const RealMatrix& covariance) {
  const RealMatrix filtered = product(filters, covariance);
  std::vector<double> result;
  for (std::size_t k = 0; k < filters.rows; ++k) result.push_back(portable::log(dot(filtered.row(k), filters.row(k))));
  return result;
}

}  // namespace eegate
