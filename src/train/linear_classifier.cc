#include "train/linear_classifier.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace eegate {

std::vector<double> LinearClassifier::scores(std::span<const double> features) const {
  std::vector<double> result;
  if (weights.rows == 1) result.push_back(0);
  for (std::size_t k = 0; k < weights.rows; ++k) result.push_back(dot(weights.row(k), features) + bias[k]);
  return result;
}

LinearClassifier LinearClassifier::with_all_rows() const {
  if (weights.rows != 1) return *this;
  LinearClassifier all{RealMatrix(2, weights.cols), {0, bias[0]}};
  std::ranges::copy(weights.row(0), all.weights.row(1).begin());
  return all;
}

LinearClassifier fit_geodesic_filter(const RealMatrix& tangents, std::span<const int> labels) {
  assert(tangents.rows == labels.size());
  const Discriminant separating = fit_discriminant(tangents, labels, 2, DiscriminantRule::kShrunk);
  const std::span<const double> w = separating.classifier.weights.row(0);
  const double length = std::sqrt(dot(w, w));
  double means[2] = {}, counts[2] = {};
  for (std::size_t i = 0; i < tangents.rows; ++i) {
    means[labels[i]] += length > 0 ? dot(tangents.row(i), w) / length : 0;
    counts[labels[i]] += 1;
  }
  for (int k = 0; k < 2; ++k) means[k] /= counts[k];
  // Difference of the squared distances along the geodesic to which all trials are projected.
  LinearClassifier result{RealMatrix(1, tangents.cols), {means[0] * means[0] - means[1] * means[1]}};
  if (length > 0) add_scaled(result.weights.row(0), 2 * (means[1] - means[0]) / length, w);
  return result;
}

}  // namespace eegate
