#include "model/head_patterns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/sort.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "model/covariance_config.h"
#include "model/layers/covariance_input.h"

namespace eegate {
namespace {

std::vector<double> at_electrodes(const Weights& weights, std::span<const double> pattern) {
  if (!weights.has("basis")) return {pattern.begin(), pattern.end()};
  const RealMatrix basis = real_matrix(weights, "basis");
  std::vector<double> result(basis.cols, 0.0);
  for (std::size_t k = 0; k < basis.rows; ++k) add_scaled(result, pattern[k], basis.row(k));
  return result;
}

std::vector<HeadPattern> of_tangent_space(const Weights& weights, std::size_t n_each) {
  const RealMatrix whiteners = real_matrix(weights, "whiten"), heads = real_matrix(weights, "head.weight");
  const std::size_t rank = weights.specs()[static_cast<std::size_t>(weights.find("whiten"))].shape.back();
  const std::size_t n_bands = whiteners.values.size() / (rank * rank), size = n_upper(rank);
  std::vector<HeadPattern> result;
  for (std::size_t k = 0; k < heads.rows; ++k) {
    if (std::ranges::all_of(heads.row(k), [](double value) { return value == 0; }))
      continue;  // two classes share one score
    std::vector<HeadPattern> own;
    for (std::size_t b = 0; b < n_bands; ++b) {
      const std::span<const double> whitener = std::span(whiteners.values).subspan(b * rank * rank, rank * rank);
      const TangentPatterns sources = tangent_patterns({rank, rank, {whitener.begin(), whitener.end()}},
                                                       from_upper(heads.row(k).subspan(b * size, size)));
      for (std::size_t j = 0; j < std::min(n_each, sources.weights.size()); ++j) {
        own.push_back({.class_index = heads.rows == 1 ? 1 : k,
                       .weight = sources.weights[j],
                       .pattern = at_electrodes(weights, sources.patterns.row(j)),
                       .band = b});
      }
    }
    sort_stable(own, [](const auto& a, const auto& b) { return std::abs(a.weight) > std::abs(b.weight); });
    own.resize(std::min(own.size(), n_each));
    result.insert(result.end(), own.begin(), own.end());
  }
  return result;
}

std::vector<HeadPattern> of_spatial_patterns(const ModelConfig& config, const Weights& weights) {
  const RealMatrix patterns = real_matrix(weights, "patterns");
  const std::span<const float> shares = weights["eigenvalues"];
  const std::size_t n_classes = config.n_classes(), n_each = patterns.rows / n_bands(config);
  std::vector<HeadPattern> result;
  for (std::size_t j = 0; j < patterns.rows; ++j) {
    // With two classes the eigenvalue is the share of class 1; with more, filters are ordered by class.
    const auto share = static_cast<double>(shares[j]);
    const std::size_t own = n_classes == 2 ? (share >= 0.5 ? 1 : 0) : j % n_each / (n_each / n_classes);
    result.push_back({.class_index = own,
                      .weight = n_classes == 2 && own == 0 ? 1 - share : share,
                      .pattern = {patterns.row(j).begin(), patterns.row(j).end()},
                      .band = j / n_each});
  }
  return result;
}

}  // namespace

TangentPatterns tangent_patterns(const RealMatrix& whitener, const RealMatrix& g) {
  const SymmetricEigen eigen = symmetric_eigen(g);
  const Roots mean = roots_of(gram(whitener));  // P is symmetric, so P P' = M^-1
  const std::size_t n = g.rows;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_stable(order,
              [&](std::size_t a, std::size_t b) { return std::abs(eigen.values[a]) > std::abs(eigen.values[b]); });
  TangentPatterns result{{}, RealMatrix(n, n), RealMatrix(n, n)};
  const RealMatrix filters = product(eigen.vectors, whitener), patterns = product(eigen.vectors, mean.inverse);
  for (std::size_t j = 0; j < n; ++j) {
    result.weights.push_back(eigen.values[order[j]]);
    RealMatrix filter(1, n);
    std::ranges::copy(filters.row(order[j]), filter.values.begin());
    const std::vector<double> before = filter.values;
    fix_signs(filter);
    add_scaled(result.filters.row(j), 1, filter.values);
    add_scaled(result.patterns.row(j), filter.values == before ? 1 : -1, patterns.row(order[j]));
  }
  return result;
}

std::vector<HeadPattern> head_patterns(const ModelConfig& config, const Weights& weights, std::size_t n_each) {
  if (!config.fields.has_field("order") || config.fields.size("order") > 1) return {};
  if (weights.has("patterns")) return of_spatial_patterns(config, weights);
  return weights.has("whiten") ? of_tangent_space(weights, n_each) : std::vector<HeadPattern>();
}

}  // namespace eegate
