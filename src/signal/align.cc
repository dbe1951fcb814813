#include "signal/align.h"

#include <algorithm>
#include <cmath>

#include "covariance/matrix_functions.h"

namespace eegate {
namespace {

constexpr double kRidge = 1e-9;  // of the mean variance of a channel
constexpr double kFloor = 1e-6;  // of the largest eigenvalue

}  // namespace

void EuclideanAlignment::add(ConstMatrix epoch) {
  const double scale = 1 / static_cast<double>(epoch.cols);
  for (std::size_t i = 0; i < n_chans_; ++i) {
    const float* a = epoch.row(i).data();
    for (std::size_t j = 0; j <= i; ++j) {
      const float* b = epoch.row(j).data();
      double dot = 0;
      for (std::size_t t = 0; t < epoch.cols; ++t) {
        dot += static_cast<double>(a[t]) * static_cast<double>(b[t]);
      }
      sum_[i * n_chans_ + j] += dot * scale;
      if (j < i) sum_[j * n_chans_ + i] += dot * scale;
    }
  }
  ++n_added_;
}

void EuclideanAlignment::finish() {
  const std::size_t n = n_chans_;
  RealMatrix mean(n, n, sum_);
  for (double& value : mean.values) value /= static_cast<double>(std::max<std::size_t>(n_added_, 1));
  const double ridge = kRidge * trace(mean) / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) mean(i, i) += ridge;
  const SymmetricEigen eigen = symmetric_eigen(mean);
  const double largest = eigen.values.back();
  whitening_.assign(n * n, 0.0);
  if (!(largest > 0)) return;  // all epochs are zero and stay zero
  whitening_ =
      matrix_function(eigen, [&](double value) { return 1 / std::sqrt(std::max(value, kFloor * largest)); }).values;
}

void EuclideanAlignment::apply(Matrix epoch) const {
  std::vector<double> out(n_chans_);
  for (std::size_t t = 0; t < epoch.cols; ++t) {
    for (std::size_t i = 0; i < n_chans_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n_chans_; ++j) {
        sum += whitening_[i * n_chans_ + j] * static_cast<double>(epoch.row(j)[t]);
      }
      out[i] = sum;
    }
    for (std::size_t i = 0; i < n_chans_; ++i) epoch.row(i)[t] = static_cast<float>(out[i]);
  }
}

}  // namespace eegate
