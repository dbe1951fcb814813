#include "model/layers/covariance_input.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kNearlyEqual = 1e-7;

// (ln a - ln b) / (a - b), or its limit if a and b are nearly equal.
double divided_difference(double a, double b, double log_a, double log_b) {
  return std::abs(a - b) <= kNearlyEqual * (a + b) ? 2 / (a + b) : (log_a - log_b) / (a - b);
}

}  // namespace

void CovarianceInput::set_weights(const Weights& weights) {
  if (weights.has("basis")) basis_ = real_matrix(weights, "basis");
}

CovarianceInput::Trial CovarianceInput::read(ConstMatrix trial) const {
  Trial read{.centered = centered_trial(trial, options_)};
  if (basis_) read.projected = product(*basis_, read.centered);
  read.covariance = covariance_of(read.rows(), options_);
  return read;
}

void CovarianceInput::backward(Matrix dtrial, Weights& gradients, RealMatrix dcovariance, const Trial& trial,
                               bool differentiates_shrinkage) const {
  const RealMatrix& rows = trial.rows();
  RealMatrix drows = differentiates_shrinkage
                         ? shrunk_covariance_gradient(std::move(dcovariance), trial.covariance, rows, options_)
                         : covariance_gradient(std::move(dcovariance), trial.covariance.rho, rows);
  if (basis_) {
    add_gradient(gradients, "basis", 0, product(drows, transposed(trial.centered)).values);
    drows = product(transposed(*basis_), drows);
  }
  if (dtrial.data == nullptr) return;
  if (options_.band.rows > 0) drows = product(drows, transposed(options_.band));
  for (std::size_t i = 0; i < drows.rows; ++i) {
    const std::span<float> to = dtrial.row(i % dtrial.rows).subspan(i / dtrial.rows * options_.lag, drows.cols);
    for (std::size_t t = 0; t < to.size(); ++t) to[t] += static_cast<float>(drows(i, t));
  }
}

RealMatrix real_matrix(const Weights& weights, std::string_view name) {
  const std::span<const float> values = weights[name];
  const std::size_t rows = weights.specs()[static_cast<std::size_t>(weights.find(name))].shape[0];
  return {rows, values.size() / rows, std::vector<double>(values.begin(), values.end())};
}

void add_gradient(Weights& gradients, std::string_view name, std::size_t first, std::span<const double> values) {
  const std::span<float> to =
      gradients.values(static_cast<std::size_t>(gradients.find(name))).subspan(first, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) to[i] += static_cast<float>(values[i]);
}

ConstMatrix trial_of(ConstMaps in, std::size_t index) {
  return {in.data + index * in.shape.size(), in.shape.height, in.shape.width};
}

RealMatrix logarithm_gradient(const SymmetricEigen& eigen, const RealMatrix& g) {
  const std::size_t n = g.rows;
  std::vector<double> logarithms(n);
  std::ranges::transform(eigen.values, logarithms.begin(), portable::log);
  RealMatrix inner = sandwich(eigen.vectors, g);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      inner(i, j) *= divided_difference(eigen.values[i], eigen.values[j], logarithms[i], logarithms[j]);
  }
  return sandwich(transposed(eigen.vectors), inner);
}

}  // namespace eegate
