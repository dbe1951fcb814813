// Multitaper power spectra (Thomson 1982): the mean of periodograms with tapers that are orthogonal to each other, so
// that one window gives a spectrum whose bins scatter little.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "covariance/real_matrix.h"
#include "signal/fourier.h"
#include "signal/spectrum.h"

namespace eegate {

class Multitaper {
 public:
  // Windows of n samples; power is spread over +-half_bandwidth_hz. 2 n half_bandwidth_hz / sfreq - 1 tapers. Error
  // DSP_SPECTRUM for less than one, or for a bandwidth of half the sampling rate.
  static Result<Multitaper> design(std::size_t n, double sfreq, double half_bandwidth_hz);

  std::size_t n_tapers() const { return tapers_.rows; }
  std::size_t n_bins() const { return tapers_.cols / 2 + 1; }
  double bin_hz() const { return sfreq_ / static_cast<double>(tapers_.cols); }
  // Of x without its mean: uV^2 / Hz, one-sided, n / 2 + 1 bins, added to `density`.
  void add_density(std::span<const float> x, std::span<double> density) const;

 private:
  Multitaper(RealMatrix tapers, double sfreq) : tapers_(std::move(tapers)), sfreq_(sfreq), fourier_(tapers_.cols) {}
  RealMatrix tapers_;
  double sfreq_;
  Fourier fourier_;
};

// The longest length of at most n samples, and of more than half of it, that a fast transform splits into factors of at
// most 7.
std::size_t fast_length(std::size_t n);

}  // namespace eegate
