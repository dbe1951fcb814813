#include "signal/align.h"

#include <algorithm>
#include <cmath>

namespace eegate {
namespace {

constexpr double kRidge = 1e-9;  // of the mean variance of a channel
constexpr double kFloor = 1e-6;  // of the largest eigenvalue

// One Jacobi rotation that makes element (p, q) of the symmetric matrix `a` zero.
void rotate(std::vector<double>& a, std::vector<double>& vectors, std::size_t n, std::size_t p, std::size_t q) {
  const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (std::size_t k = 0; k < n; ++k) {
    const double kp = a[k * n + p], kq = a[k * n + q];
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const double pk = a[p * n + k], qk = a[q * n + k];
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
    const double vp = vectors[p * n + k], vq = vectors[q * n + k];
    vectors[p * n + k] = c * vp - s * vq;
    vectors[q * n + k] = s * vp + c * vq;
  }
}

double off_diagonal(const std::vector<double>& a, std::size_t n) {
  double sum = 0;
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = p + 1; q < n; ++q) sum += a[p * n + q] * a[p * n + q];
  }
  return sum;
}

}  // namespace

void symmetric_eigen(std::vector<double> matrix, std::size_t n, std::vector<double>& values,
                     std::vector<double>& vectors) {
  vectors.assign(n * n, 0.0);
  double diagonal = 0;
  for (std::size_t i = 0; i < n; ++i) {
    vectors[i * n + i] = 1;
    diagonal += matrix[i * n + i] * matrix[i * n + i];
  }
  constexpr int kMaxSweeps = 60;
  for (int sweep = 0; sweep < kMaxSweeps && off_diagonal(matrix, n) > 1e-30 * diagonal; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (matrix[p * n + q] != 0) rotate(matrix, vectors, n, p, q);
      }
    }
  }
  values.resize(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = matrix[i * n + i];
}

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
  std::vector<double> mean = sum_, values, vectors;
  double trace = 0;
  for (double& value : mean) value /= static_cast<double>(std::max<std::size_t>(n_added_, 1));
  for (std::size_t i = 0; i < n; ++i) trace += mean[i * n + i];
  for (std::size_t i = 0; i < n; ++i) mean[i * n + i] += kRidge * trace / static_cast<double>(n);
  symmetric_eigen(mean, n, values, vectors);
  const double largest = *std::max_element(values.begin(), values.end());
  whitening_.assign(n * n, 0.0);
  if (!(largest > 0)) return;  // nothing but zeros: they stay zeros
  for (std::size_t k = 0; k < n; ++k) {
    const double weight = 1 / std::sqrt(std::max(values[k], kFloor * largest));
    const double* v = vectors.data() + k * n;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) whitening_[i * n + j] += weight * v[i] * v[j];
    }
  }
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
