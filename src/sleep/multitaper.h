// Multitaper power spectra (Thomson 1982; mne.time_frequency.psd_array_multitaper): the mean of the periodograms with
// orthogonal tapers, an estimate of low variance from a single window.
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
  // For windows of n samples and a resolution of +-half_bandwidth_hz: 2 n half_bandwidth_hz / sfreq - 1 tapers. Error
  // DSP_SPECTRUM if that is less than one, or if the bandwidth reaches the Nyquist frequency.
  static Result<Multitaper> design(std::size_t n, double sfreq, double half_bandwidth_hz);

  std::size_t n_tapers() const { return tapers_.rows; }
  std::size_t n_bins() const { return tapers_.cols / 2 + 1; }
  double bin_hz() const { return sfreq_ / static_cast<double>(tapers_.cols); }
  // Adds the one-sided power spectral density of x minus its mean, uV^2 / Hz, to `density` [n / 2 + 1].
  void add_density(std::span<const float> x, std::span<double> density) const;

 private:
  Multitaper(RealMatrix tapers, double sfreq) : tapers_(std::move(tapers)), sfreq_(sfreq), fourier_(tapers_.cols) {}
  RealMatrix tapers_;
  double sfreq_;
  Fourier fourier_;
};

// The largest length in (n / 2, n] with no prime factor above 7, for which the Fourier transform is fast.
std::size_t fast_length(std::size_t n);

}  // namespace eegate
