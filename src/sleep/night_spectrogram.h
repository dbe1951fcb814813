// The multitaper spectrogram of a night: one column for every 30 s, the mean of the spectra of its windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "covariance/real_matrix.h"
#include "signal/fourier.h"
#include "signal/recording.h"
#include "signal/spectrum.h"

namespace eegate {

// Multitaper power spectra (Thomson 1982; mne.time_frequency.psd_array_multitaper): the mean of the periodograms with
// orthogonal tapers, an estimate of low variance from a single window.

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

// Discrete prolate spheroidal sequences (Slepian 1978; scipy.signal.windows.dpss): the tapers of multitaper spectra. Of
// all sequences of n samples they have the largest share of energy within +-half_bandwidth / n cycles per sample.

// [n_tapers, n], rows of norm 1 by descending concentration. Signs as in SciPy: symmetric sequences have a positive
// sum, antisymmetric ones a positive first lobe. Requires 0 < half_bandwidth < n / 2, 1 <= n_tapers <= n.
RealMatrix dpss(std::size_t n, double half_bandwidth, std::size_t n_tapers);

struct SpectrogramOptions {
  double column_s = 30;
  double window_s = 10;            // shortened to a fast length of the Fourier transform
  double half_bandwidth_hz = 0.5;  // 9 tapers in 10 s
  double max_hz = 30;
};

class NightSpectrogram {
 public:
  // `recording` must outlive the result. Errors: CHANNEL_UNKNOWN, DSP_SPECTRUM, DSP_TOO_SHORT if the recording is
  // shorter than a column.
  static Result<NightSpectrogram> open(const Recording& recording, std::size_t channel,
                                       const SpectrogramOptions& options = {});

  // Computes the next column; returns the share that is done, 1 at the end. Errors: IO_READ and those of the format.
  Result<double> advance();

  std::size_t n_columns() const { return n_columns_; }
  std::size_t n_bins() const { return n_bins_; }
  double bin_hz() const { return multitaper_.bin_hz(); }
  double column_s() const { return options_.column_s; }
  std::size_t n_tapers() const { return multitaper_.n_tapers(); }
  // [n_columns, n_bins] uV^2 / Hz; NaN if the recording has a gap or the channel is flat.
  const std::vector<float>& density() const { return density_; }

 private:
  NightSpectrogram(const Recording& recording, std::size_t channel, const SpectrogramOptions& options,
                   Multitaper multitaper, std::size_t window);
  std::optional<std::uint64_t> stored_sample(double time_s, std::size_t n) const;

  const Recording* recording_;
  std::size_t channel_;
  SpectrogramOptions options_;
  Multitaper multitaper_;
  std::size_t window_, n_columns_ = 0, n_bins_ = 0, next_ = 0;
  std::vector<float> density_;
};

}  // namespace eegate
