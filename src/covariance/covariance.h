// Covariances of trials with shrinkage, and the directions in which a recording has any power. A trial is [C, T], its
// rows are centred, and sums are divided by T.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/options.h"
#include "base/tensor.h"
#include "covariance/real_matrix.h"

namespace eegate {

// How a covariance is drawn towards a multiple of the unit matrix: C = (1 - rho) S + rho (tr S / c) I.
//   oas    oracle approximating shrinkage in the form of scikit-learn, without the 2/c terms of Chen et al. 2010
//   lwf    Ledoit and Wolf 2004
//   scm    not at all
//   fixed  by a given share
enum class CovarianceEstimator { kOas, kLwf, kScm, kFixed };
inline constexpr auto kCovarianceEstimators =
    option_table<CovarianceEstimator>({{"oas", CovarianceEstimator::kOas},
                                       {"lwf", CovarianceEstimator::kLwf},
                                       {"scm", CovarianceEstimator::kScm},
                                       {"fixed", CovarianceEstimator::kFixed}});

// One band of a window's spectrum under a Hann window: a cosine and a sine for each of its bins at low_hz <= f <
// high_hz below half the sampling rate, [n_samples, 2 bins]; their columns have no mean. What a trial's rows hold of
// them counts as samples of a covariance (a co-spectrum), so scaled that it is close to that of the rows behind a
// band-pass. A bank of bands reads cut windows so: filters would need seconds before them.
RealMatrix band_samples(double low_hz, double high_hz, double sfreq, std::size_t n_samples);

struct CovarianceOptions {
  CovarianceEstimator estimator = CovarianceEstimator::kOas;
  double shrinkage = 0.1;  // of kFixed
  // Augmentation: `order` copies of the signals, each `lag` samples later than the one before, count as channels.
  std::size_t order = 1, lag = 4;
  RealMatrix band = {};  // of band_samples; empty: all of the spectrum

  std::size_t n_rows(std::size_t n_chans) const { return order * n_chans; }
  std::size_t n_samples(std::size_t n_times) const {
    const std::size_t lost = (order - 1) * lag;
    return n_times > lost ? n_times - lost : 0;
  }
};

// The trial as doubles, augmented, with centred rows: [order C, T - (order - 1) lag], or what a band holds of them:
// [order C, 2 bins].
RealMatrix centered_trial(ConstMatrix trial, const CovarianceOptions& options);

// S = X X' / T of centred rows.
RealMatrix sample_covariance(const RealMatrix& centered);
// The share rho that shrinkage takes of it. The rows are read by Ledoit and Wolf's formula alone.
double shrinkage_of(const RealMatrix& s, const RealMatrix& centered, const CovarianceOptions& options);
// A covariance before shrinkage, and the share that this takes of it in all directions. Of zeros throughout there is
// none.
struct SampleCovariance {
  RealMatrix s;
  double rho = 0;

  bool has_power() const { return trace(s) > 0; }
};
// Both at once.
struct ShrunkCovariance {
  RealMatrix matrix;
  double rho = 0;
};
ShrunkCovariance covariance_of(const RealMatrix& centered, const CovarianceOptions& options);
// (1 - rho) S + rho (tr S / c) I, in place.
void shrink(RealMatrix& s, double rho);

// Orthonormal rows [r, c] that span what a mean covariance has: directions below 1e-8 of the strongest are left out, as
// average references, interpolated, duplicated and flat channels leave them. By descending power, the entry of largest
// magnitude positive. None where nothing has to be left out.
std::optional<RealMatrix> range_basis(const RealMatrix& mean);

}  // namespace eegate
