#include "covariance/covariance.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"
#include "covariance/matrix_functions.h"

namespace eegate {
namespace {

constexpr double kRangeShare = 1e-8;

double squared(double x) { return x * x; }

double oas_shrinkage(const RealMatrix& s, double n_samples) {
  const auto c = static_cast<double>(s.rows);
  const double mean_square = dot(s.values, s.values) / (c * c), mu = trace(s) / c;
  const double below = (n_samples + 1) * (mean_square - mu * mu / c);
  return below == 0 ? 1 : std::min(1.0, (mean_square + mu * mu) / below);
}

// One row of Hann-windowed cosines or sines of a DFT bin, with the mean removed.
void write_tap_row(std::span<double> taps, std::size_t bin, bool is_sine) {
  const std::size_t n = taps.size();
  double mean = 0;
  for (std::size_t t = 0; t < n; ++t) {
    const double turns = static_cast<double>(bin * t % n) / static_cast<double>(n);
    const double window = 0.5 - 0.5 * portable::cos_turns(static_cast<double>(t) / static_cast<double>(n));
    taps[t] = window * (is_sine ? portable::sin_turns(turns) : portable::cos_turns(turns));
    mean += taps[t] / static_cast<double>(n);
  }
  for (double& tap : taps) tap -= mean;
}

double ledoit_wolf_shrinkage(const RealMatrix& s, const RealMatrix& x) {
  const auto c = static_cast<double>(x.rows), n = static_cast<double>(x.cols);
  std::vector<double> power(x.cols, 0.0);  // of each sample
  for (std::size_t i = 0; i < x.rows; ++i) {
    const std::span<const double> row = x.row(i);
    for (std::size_t t = 0; t < row.size(); ++t) power[t] += row[t] * row[t];
  }
  const double fourth = dot(power, power) / n, squares = dot(s.values, s.values);
  const double delta = squares / c - squared(trace(s) / c);
  const double beta = std::min(delta, (fourth - squares) / (c * n));
  return beta <= 0 ? 0 : beta / delta;
}

RealMatrix rows_gradient(const RealMatrix& ds, const RealMatrix& rows) {
  RealMatrix drows = product(ds, rows);
  for (double& value : drows.values) value *= 2 / static_cast<double>(rows.cols);
  return drows;
}

// The derivative of rho: d rho = <square S + trace I, dS> + <fourth diag(power of each sample), X' dX>.
struct ShrinkageDerivative {
  double square = 0, trace = 0, fourth = 0;
};

ShrinkageDerivative derivative_of_oas(const RealMatrix& s, double rho, double n_samples) {
  const auto c = static_cast<double>(s.rows);
  const double mean_square = dot(s.values, s.values) / (c * c), mu = trace(s) / c;
  const double below = (n_samples + 1) * (mean_square - mu * mu / c), pull = rho * (n_samples + 1);
  return {.square = 2 * (1 - pull) / (c * c * below), .trace = 2 * mu * (1 + pull / c) / (c * below)};
}

ShrinkageDerivative derivative_of_ledoit_wolf(const RealMatrix& s, double rho, double n_samples) {
  const auto c = static_cast<double>(s.rows);
  const double mu = trace(s) / c, delta = dot(s.values, s.values) / c - mu * mu;
  return {.square = -2 * (1 / (c * n_samples) + rho / c) / delta,
          .trace = 2 * rho * mu / (c * delta),
          .fourth = 4 / (c * n_samples * n_samples * delta)};
}

}  // namespace

RealMatrix band_samples(double low_hz, double high_hz, double sfreq, std::size_t n_samples) {
  const double bin_hz = sfreq / static_cast<double>(n_samples);
  std::vector<std::size_t> bins;
  for (std::size_t bin = 1; 2 * bin < n_samples; ++bin) {
    const double hz = static_cast<double>(bin) * bin_hz;
    if (hz >= low_hz && hz < high_hz) bins.push_back(bin);
  }
  RealMatrix parts(2 * bins.size(), n_samples);
  for (std::size_t i = 0; i < parts.rows; ++i) write_tap_row(parts.row(i), bins[i / 2], i % 2 == 1);
  // The projections of a cosine of amplitude a square up to 3 (a n)^2 / 32 over its bin and the two adjacent ones; its
  // power is a^2 / 2.
  const double scale = std::sqrt(16.0 * static_cast<double>(parts.rows) / 3) / static_cast<double>(n_samples);
  for (double& value : parts.values) value *= scale;
  return transposed(parts);
}

RealMatrix centered_trial(ConstMatrix trial, const CovarianceOptions& options) {
  RealMatrix x(options.n_rows(trial.rows), options.n_samples(trial.cols));
  for (std::size_t i = 0; i < x.rows; ++i) {
    const std::span<const float> row = trial.row(i % trial.rows).subspan(i / trial.rows * options.lag, x.cols);
    double sum = 0;
    for (const float value : row) sum += static_cast<double>(value);
    const double mean = sum / static_cast<double>(x.cols);
    std::ranges::transform(row, x.row(i).begin(), [mean](float value) { return static_cast<double>(value) - mean; });
  }
  if (options.band.rows > 0) return product(x, options.band);
  return x;
}

RealMatrix sample_covariance(const RealMatrix& x) {
  RealMatrix s = gram(x);
  for (double& value : s.values) value /= static_cast<double>(x.cols);
  return s;
}

double shrinkage_of(const RealMatrix& s, const RealMatrix& x, const CovarianceOptions& options) {
  switch (options.estimator) {
    case CovarianceEstimator::kOas:
      return oas_shrinkage(s, static_cast<double>(x.cols));
    case CovarianceEstimator::kLwf:
      return ledoit_wolf_shrinkage(s, x);
    case CovarianceEstimator::kScm:
      return 0;
    case CovarianceEstimator::kFixed:
      break;
  }
  return options.shrinkage;
}

ShrunkCovariance covariance_of(const RealMatrix& x, const CovarianceOptions& options) {
  ShrunkCovariance result{sample_covariance(x)};
  if (options.estimator == CovarianceEstimator::kScm) return result;
  result.rho = shrinkage_of(result.matrix, x, options);
  shrink(result.matrix, result.rho);
  return result;
}

void shrink(RealMatrix& s, double rho) {
  const double added = rho * trace(s) / static_cast<double>(s.rows);
  for (double& value : s.values) value *= 1 - rho;
  for (std::size_t i = 0; i < s.rows; ++i) s(i, i) += added;
}

RealMatrix covariance_gradient(RealMatrix dcovariance, double rho, const RealMatrix& x) {
  shrink(dcovariance, rho);  // linear and self-adjoint
  return rows_gradient(dcovariance, x);
}

RealMatrix shrunk_covariance_gradient(RealMatrix dcovariance, const ShrunkCovariance& covariance, const RealMatrix& x,
                                      const CovarianceOptions& options) {
  const double rho = covariance.rho, n = static_cast<double>(x.cols);
  const bool is_estimated =
      options.estimator == CovarianceEstimator::kOas || options.estimator == CovarianceEstimator::kLwf;
  if (!is_estimated || rho <= 0 || rho >= 1) return covariance_gradient(std::move(dcovariance), rho, x);
  // S = (C - rho mu I) / (1 - rho): shrinkage keeps the trace.
  RealMatrix s = covariance.matrix;
  const double mu = trace(s) / static_cast<double>(s.rows);
  for (std::size_t i = 0; i < s.rows; ++i) s(i, i) -= rho * mu;
  for (double& value : s.values) value /= 1 - rho;
  const double drho = mu * trace(dcovariance) - dot(dcovariance.values, s.values);
  const ShrinkageDerivative derivative = options.estimator == CovarianceEstimator::kOas
                                             ? derivative_of_oas(s, rho, n)
                                             : derivative_of_ledoit_wolf(s, rho, n);
  shrink(dcovariance, rho);
  add_scaled(dcovariance, drho * derivative.square, s);
  for (std::size_t i = 0; i < s.rows; ++i) dcovariance(i, i) += drho * derivative.trace;
  RealMatrix drows = rows_gradient(dcovariance, x);
  if (derivative.fourth == 0) return drows;
  std::vector<double> power(x.cols, 0.0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t t = 0; t < x.cols; ++t) power[t] += x(i, t) * x(i, t);
  }
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t t = 0; t < x.cols; ++t) drows(i, t) += drho * derivative.fourth * power[t] * x(i, t);
  }
  return drows;
}

std::optional<RealMatrix> range_basis(const RealMatrix& mean) {
  const SymmetricEigen eigen = symmetric_eigen(mean);
  const std::size_t n = mean.rows;
  std::size_t r = 1;
  while (r < n && eigen.values[n - 1 - r] > kRangeShare * eigen.values[n - 1]) ++r;
  if (r == n) return std::nullopt;
  RealMatrix basis(r, n);
  for (std::size_t k = 0; k < r; ++k) std::ranges::copy(eigen.vectors.row(n - 1 - k), basis.row(k).begin());
  fix_signs(basis);
  return basis;
}

}  // namespace eegate
