// Covariance matrices of trials with shrinkage, and the subspace in which a recording has power. A trial is [C, T]; its
// rows are centred and sums are divided by T.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/options.h"
#include "base/tensor.h"
#include "covariance/real_matrix.h"

namespace eegate {

// Shrinkage towards a multiple of the identity matrix: C = (1 - rho) S + rho (tr S / c) I.
//   oas    oracle approximating shrinkage as in sklearn.covariance.OAS, without the 2/c terms of Chen et al. 2010
//   lwf    Ledoit and Wolf 2004, as sklearn.covariance.LedoitWolf
//   scm    sample covariance matrix, rho = 0
//   fixed  a given rho
enum class CovarianceEstimator { kOas, kLwf, kScm, kFixed };
inline constexpr auto kCovarianceEstimators =
    option_table<CovarianceEstimator>({{"oas", CovarianceEstimator::kOas},
                                       {"lwf", CovarianceEstimator::kLwf},
                                       {"scm", CovarianceEstimator::kScm},
                                       {"fixed", CovarianceEstimator::kFixed}});

// Projection of a window onto one frequency band: Hann-windowed cosines and sines of the DFT bins with low_hz <= f <
// high_hz below half the sampling rate, [n_samples, 2 bins], with zero column means. The covariance of the projected
// rows is a co-spectrum, scaled to be close to the covariance after a band-pass filter. Used by filter banks on windows
// that are already cut, where a filter would need samples before the window.
RealMatrix band_samples(double low_hz, double high_hz, double sfreq, std::size_t n_samples);

struct CovarianceOptions {
  CovarianceEstimator estimator = CovarianceEstimator::kOas;
  double shrinkage = 0.1;  // rho of kFixed
  // Augmentation: `order` copies of the signals, each delayed by `lag` samples relative to the previous one, are used
  // as additional channels.
  std::size_t order = 1, lag = 4;
  RealMatrix band = {};  // result of band_samples(); empty: no projection

  std::size_t n_rows(std::size_t n_chans) const { return order * n_chans; }
  std::size_t n_samples(std::size_t n_times) const {
    const std::size_t lost = (order - 1) * lag;
    return n_times > lost ? n_times - lost : 0;
  }
};

// The trial as doubles, augmented, with centred rows: [order C, T - (order - 1) lag]; with a band its projection [order
// C, 2 bins].
RealMatrix centered_trial(ConstMatrix trial, const CovarianceOptions& options);

// The sample covariance S = X X' / T of centred rows X [c, T].
RealMatrix sample_covariance(const RealMatrix& centered);
// The shrinkage rho of the estimator. Only Ledoit and Wolf's formula uses the rows.
double shrinkage_of(const RealMatrix& s, const RealMatrix& centered, const CovarianceOptions& options);
// A covariance before shrinkage, with its rho. A matrix of zeros has no power and cannot be shrunk.
struct SampleCovariance {
  RealMatrix s;
  double rho = 0;

  bool has_power() const { return trace(s) > 0; }
};
// A covariance after shrinkage, with its rho.
struct ShrunkCovariance {
  RealMatrix matrix;
  double rho = 0;
};
ShrunkCovariance covariance_of(const RealMatrix& centered, const CovarianceOptions& options);
// Replaces S by (1 - rho) S + rho (tr S / c) I.
void shrink(RealMatrix& s, double rho);

// From the gradient with respect to a shrunk covariance that with respect to the rows: with rho as a constant, and with
// rho as the estimator computes it from the rows.
RealMatrix covariance_gradient(RealMatrix dcovariance, double rho, const RealMatrix& centered);
RealMatrix shrunk_covariance_gradient(RealMatrix dcovariance, const ShrunkCovariance& covariance,
                                      const RealMatrix& centered, const CovarianceOptions& options);

// An orthonormal basis [r, c] of the range of a mean covariance, by descending power, the entry of largest magnitude of
// each row positive. Directions with less than 1e-8 of the largest eigenvalue are left out; they result from average
// references and interpolated, duplicated or constant channels. std::nullopt if the matrix has full rank.
std::optional<RealMatrix> range_basis(const RealMatrix& mean);

}  // namespace eegate
