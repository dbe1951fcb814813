// Linear discriminant analysis of linear_classifier.h. The covariance is a diagonal plus a matrix of rank n, the number
// of trials, so that with more features than trials its inverse needs only a system of n equations (Woodbury identity).
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "base/portable_math.h"
#include "covariance/matrix_functions.h"
#include "train/linear_classifier.h"

namespace eegate {
namespace {

constexpr double kLeastShare = 1e-12;     // of the largest eigenvalue
constexpr double kLeastShrinkage = 1e-6;  // if the covariance would be singular otherwise

// diag(diagonal) + rows' rows.
struct PooledCovariance {
  std::vector<double> diagonal;
  RealMatrix rows;
};

struct ClassRows {
  RealMatrix centred;
  std::vector<double> mean;
};

ClassRows rows_of(const RealMatrix& features, std::span<const int> labels, std::size_t label) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (static_cast<std::size_t>(labels[i]) == label) own.push_back(i);
  }
  ClassRows rows{RealMatrix(own.size(), features.cols), std::vector<double>(features.cols, 0.0)};
  for (const std::size_t i : own) add_scaled(rows.mean, 1, features.row(i));
  for (double& value : rows.mean) value /= static_cast<double>(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::ranges::copy(features.row(own[i]), rows.centred.row(i).begin());
    add_scaled(rows.centred.row(i), -1, rows.mean);
  }
  return rows;
}

// Standard deviations; 1 for constant features.
std::vector<double> deviations_of(const RealMatrix& centred) {
  std::vector<double> result(centred.cols, 0.0);
  for (std::size_t i = 0; i < centred.rows; ++i) {
    for (std::size_t j = 0; j < centred.cols; ++j) result[j] += centred(i, j) * centred(i, j);
  }
  for (double& value : result) {
    value = std::sqrt(value / static_cast<double>(centred.rows));
    if (value < 10 * std::numeric_limits<double>::epsilon()) value = 1;
  }
  return result;
}

struct Shrinkage {
  double rho = 0, mean_variance = 0;
};

// The shrinkage of Ledoit and Wolf 2004, from the inner products of the n rows [n, d].
Shrinkage ledoit_wolf(const RealMatrix& rows) {
  const auto n = static_cast<double>(rows.rows), d = static_cast<double>(rows.cols);
  const RealMatrix products = gram(rows);
  double fourth = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) fourth += products(i, i) * products(i, i) / n;
  const double squares = dot(products.values, products.values) / (n * n), nu = trace(products) / n / d;
  const double delta = squares / d - nu * nu, beta = std::min(delta, (fourth - squares) / (d * n));
  return {beta <= 0 ? 0 : beta / delta, nu};
}

// Adds one class: its share of all trials, its centred rows, its shrinkage.
void add_class(PooledCovariance& pooled, std::size_t& next_row, double share, const RealMatrix& centred,
               std::span<const double> deviations, const Shrinkage& shrinkage) {
  for (std::size_t j = 0; j < centred.cols; ++j)
    pooled.diagonal[j] += share * shrinkage.rho * shrinkage.mean_variance * deviations[j] * deviations[j];
  const double scale = std::sqrt(share * (1 - shrinkage.rho) / static_cast<double>(centred.rows));
  for (std::size_t i = 0; i < centred.rows; ++i) add_scaled(pooled.rows.row(next_row++), scale, centred.row(i));
}

// means times the inverse of the covariance, by the Woodbury identity: for a positive diagonal and more features than
// rows.
bool solve_by_rows(const PooledCovariance& c, const RealMatrix& means, RealMatrix& solved) {
  RealMatrix scaled = c.rows;
  for (std::size_t i = 0; i < scaled.rows; ++i) {
    for (std::size_t j = 0; j < scaled.cols; ++j) scaled(i, j) /= c.diagonal[j];
  }
  RealMatrix inner = product(scaled, transposed(c.rows));
  symmetrize(inner);
  for (std::size_t i = 0; i < inner.rows; ++i) inner(i, i) += 1;
  RealMatrix right = product(means, transposed(scaled));  // [K, n]
  if (!solve_positive(std::move(inner), right)) return false;
  solved = means;
  const RealMatrix correction = product(right, scaled);
  for (std::size_t k = 0; k < means.rows; ++k) {
    for (std::size_t j = 0; j < means.cols; ++j) solved(k, j) = means(k, j) / c.diagonal[j] - correction(k, j);
  }
  return true;
}

// The same by an eigendecomposition, without eigenvalues that are only rounding.
RealMatrix solve_by_eigenvalues(const PooledCovariance& c, const RealMatrix& means) {
  RealMatrix whole = weighted_outer(c.rows, std::vector<double>(c.rows.rows, 1.0));
  for (std::size_t j = 0; j < whole.rows; ++j) whole(j, j) += c.diagonal[j];
  const SymmetricEigen eigen = symmetric_eigen(whole);
  std::vector<double> inverse = eigen.values;
  for (double& value : inverse) value = value > kLeastShare * eigen.values.back() ? 1 / value : 0;
  return product(means, weighted_outer(eigen.vectors, inverse));
}

// The divisors of a class's features, and the shrinkage after the division.
Shrinkage class_shrinkage(const RealMatrix& centred, std::vector<double>& deviations) {
  deviations = deviations_of(centred);
  RealMatrix standardised = centred;
  for (std::size_t i = 0; i < standardised.rows; ++i) {
    for (std::size_t j = 0; j < standardised.cols; ++j) standardised(i, j) /= deviations[j];
  }
  return ledoit_wolf(standardised);
}

// With two classes: the difference of both rows, as one row.
LinearClassifier in_brief(LinearClassifier all) {
  if (all.weights.rows != 2) return all;
  LinearClassifier difference{RealMatrix(1, all.weights.cols), {all.bias[1] - all.bias[0]}};
  add_scaled(difference.weights.row(0), 1, all.weights.row(1));
  add_scaled(difference.weights.row(0), -1, all.weights.row(0));
  return difference;
}

}  // namespace

Discriminant fit_discriminant(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                              DiscriminantRule rule) {
  assert(features.rows == labels.size());
  const std::size_t n = features.rows, d = features.cols;
  const bool is_shrunk = rule == DiscriminantRule::kShrunk, is_wide = is_shrunk && d > n;
  PooledCovariance pooled{std::vector<double>(d, 0.0), RealMatrix(n, d)};
  RealMatrix means(n_classes, d);
  Discriminant result;
  std::vector<double> shares;
  std::size_t next_row = 0;
  for (std::size_t k = 0; k < n_classes; ++k) {
    const ClassRows own = rows_of(features, labels, k);
    assert(own.centred.rows > 0);
    std::ranges::copy(own.mean, means.row(k).begin());
    std::vector<double> deviations(d, 1.0);
    Shrinkage shrinkage = is_shrunk ? class_shrinkage(own.centred, deviations) : Shrinkage();
    result.shrinkage.push_back(shrinkage.rho);
    if (is_wide) shrinkage.rho = std::max(shrinkage.rho, kLeastShrinkage);
    shares.push_back(static_cast<double>(own.centred.rows) / static_cast<double>(n));
    add_class(pooled, next_row, shares.back(), own.centred, deviations, shrinkage);
  }
  if (!is_shrunk) {
    const auto n_free = static_cast<double>(std::max(n, n_classes + 1) - n_classes);
    for (double& value : pooled.rows.values) value *= std::sqrt(static_cast<double>(n) / n_free);
  }
  RealMatrix solved;
  if (!is_wide || !solve_by_rows(pooled, means, solved)) solved = solve_by_eigenvalues(pooled, means);
  LinearClassifier all{std::move(solved), std::vector<double>(n_classes)};
  for (std::size_t k = 0; k < n_classes; ++k)
    all.bias[k] = portable::log(shares[k]) - dot(means.row(k), all.weights.row(k)) / 2;
  result.classifier = in_brief(std::move(all));
  return result;
}

}  // namespace eegate
