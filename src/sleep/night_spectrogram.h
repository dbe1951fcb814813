// The multitaper spectrogram of a night: one column for every 30 s, the mean of the spectra of its windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "signal/recording.h"
#include "sleep/multitaper.h"

namespace eegate {

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
