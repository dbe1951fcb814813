#include "train/power_classifier.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"
#include "covariance/real_matrix.h"

namespace eegate {
namespace {

constexpr std::size_t kMostFeatures = 320, kMostOctaves = 5;
constexpr double kShrinkage = 0.2;  // share of the identity in the covariance
constexpr double kTiny_uv2 = 1e-9;  // so that a flat channel has a finite logarithm

std::size_t octaves_of(std::size_t n_times) {
  std::size_t n = 1;
  while (n < kMostOctaves && (n_times >> (n + 1)) >= 4) ++n;
  return n;
}

// Mean squares of the details of each octave, the fastest first.
void octave_powers(std::span<double> out, std::span<const float> x, std::vector<double>& work) {
  work.assign(x.begin(), x.end());
  std::size_t n = work.size();
  for (double& power : out) {
    double sum = 0;
    n /= 2;
    for (std::size_t i = 0; i < n; ++i) {
      const double a = work[2 * i], b = work[2 * i + 1];
      sum += (a - b) * (a - b) / 2;
      work[i] = (a + b) / std::sqrt(2.0);
    }
    power = portable::log(sum / static_cast<double>(std::max<std::size_t>(n, 1)) + kTiny_uv2);
  }
}

// Cholesky factorisation in place, row-major, lower triangle.
void factorize(std::vector<double>& a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    double* row_j = a.data() + j * n;
    for (std::size_t k = 0; k < j; ++k) row_j[j] -= row_j[k] * row_j[k];
    row_j[j] = std::sqrt(row_j[j]);
    for (std::size_t i = j + 1; i < n; ++i) {
      double* row_i = a.data() + i * n;
      for (std::size_t k = 0; k < j; ++k) row_i[j] -= row_i[k] * row_j[k];
      row_i[j] /= row_j[j];
    }
  }
}

void solve(const std::vector<double>& factor, std::vector<double>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor[i * n + k] * x[k];
    x[i] /= factor[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= factor[i * n + i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= factor[i * n + k] * x[i];
  }
}

// Lower triangles of sum x x^T, one for each fold.
std::vector<std::vector<double>> moments(const FeatureRows& features, std::span<const std::size_t> folds,
                                         std::size_t n_folds) {
  const std::size_t d = features.width;
  std::vector<std::vector<double>> sums(n_folds, std::vector<double>(d * d, 0.0));
  for (std::size_t r = 0; r < features.n; ++r) {
    const std::span<const double> row = features.row(r);
    double* sum = sums[folds[r]].data();
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t k = 0; k <= i; ++k) sum[i * d + k] += row[i] * row[k];
    }
  }
  return sums;
}

}  // namespace

FeatureRows power_features(ConstTensor3 x) {
  const std::size_t n_octaves = octaves_of(x.d2);
  const std::size_t step = (x.d1 * n_octaves + kMostFeatures - 1) / kMostFeatures;  // every so many channels
  const std::size_t n_chans = (x.d1 + step - 1) / step;
  FeatureRows features{x.d0, n_chans * n_octaves, std::vector<double>(x.d0 * n_chans * n_octaves)};
  std::vector<double> work;
  for (std::size_t i = 0; i < x.d0; ++i) {
    for (std::size_t c = 0; c < n_chans; ++c)
      octave_powers(features.row(i).subspan(c * n_octaves, n_octaves), x[i].row(c * step), work);
  }
  return features;
}

void standardize_within(FeatureRows& features, std::span<const std::size_t> groups) {
  const std::size_t n_groups = features.n == 0 ? 0 : std::ranges::max(groups) + 1;
  std::vector<double> count(n_groups, 0.0), sum(n_groups), squares(n_groups);
  for (const std::size_t group : groups) count[group] += 1;
  for (std::size_t k = 0; k < features.width; ++k) {
    std::ranges::fill(sum, 0.0);
    std::ranges::fill(squares, 0.0);
    for (std::size_t i = 0; i < features.n; ++i) sum[groups[i]] += features.row(i)[k];
    for (std::size_t i = 0; i < features.n; ++i) {
      double& value = features.row(i)[k];
      value -= sum[groups[i]] / count[groups[i]];
      squares[groups[i]] += value * value;
    }
    for (std::size_t i = 0; i < features.n; ++i) {
      const double deviation = std::sqrt(squares[groups[i]] / count[groups[i]]);
      features.row(i)[k] = deviation > 1e-9 ? features.row(i)[k] / deviation : 0.0;
    }
  }
}

PowerClassifier::PowerClassifier(FeatureRows features, std::vector<std::size_t> folds)
    : features_(std::move(features)), folds_(std::move(folds)) {
  const std::size_t d = features_.width, n_folds = folds_.empty() ? 0 : std::ranges::max(folds_) + 1;
  const std::vector<std::vector<double>> sums = moments(features_, folds_, n_folds);
  for (std::size_t fold = 0; fold < n_folds; ++fold) {
    std::vector<double> covariance(d * d, 0.0);
    const auto n = static_cast<double>(features_.n) - static_cast<double>(std::ranges::count(folds_, fold));
    for (std::size_t other = 0; other < n_folds; ++other) {
      for (std::size_t i = 0; i < d * d && other != fold; ++i) covariance[i] += sums[other][i];
    }
    for (double& value : covariance) value *= (1 - kShrinkage) / std::max(1.0, n);
    for (std::size_t i = 0; i < d; ++i) covariance[i * d + i] += kShrinkage;
    factorize(covariance, d);
    factors_.push_back(std::move(covariance));
  }
}

// score = x . S^-1 mu - mu . S^-1 mu / 2 for the mean mu of each class.
std::vector<PowerClassifier::Discriminant> PowerClassifier::learn(std::span<const int> labels, std::size_t n_classes,
                                                                  std::size_t fold) const {
  std::vector<Discriminant> result(n_classes);
  for (std::size_t c = 0; c < n_classes; ++c) {
    std::vector<double> mean(features_.width, 0.0);
    double n = 0;
    for (std::size_t i = 0; i < features_.n; ++i) {
      if (folds_[i] == fold || labels[i] != static_cast<int>(c)) continue;
      const std::span<const double> row = features_.row(i);
      for (std::size_t k = 0; k < row.size(); ++k) mean[k] += row[k];
      n += 1;
    }
    if (n == 0) continue;
    for (double& value : mean) value /= n;
    result[c] = {mean, 0, true};
    solve(factors_[fold], result[c].direction);
    result[c].offset = dot(mean, result[c].direction) / 2;
  }
  return result;
}

std::vector<int> PowerClassifier::predict(std::span<const int> labels, std::size_t n_classes) const {
  std::vector<int> predicted(features_.n, -1);
  for (std::size_t fold = 0; fold < factors_.size(); ++fold) {
    const std::vector<Discriminant> classes = learn(labels, n_classes, fold);
    for (std::size_t i = 0; i < features_.n; ++i) {
      if (folds_[i] != fold) continue;
      double best = 0;
      for (std::size_t c = 0; c < n_classes; ++c) {
        if (!classes[c].known) continue;
        const double score = dot(features_.row(i), classes[c].direction) - classes[c].offset;
        if (predicted[i] >= 0 && score <= best) continue;
        best = score;
        predicted[i] = static_cast<int>(c);
      }
    }
  }
  return predicted;
}

}  // namespace eegate
