// Welch's power spectral density and the power in a band.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"

namespace eegate {

struct Spectrum {
  double bin_hz = 0;            // bin k is at k * bin_hz
  std::vector<double> density;  // uV^2 / Hz, one-sided, segment / 2 + 1 bins
};

// scipy.signal.welch with a periodic Hann window, detrend="constant": segments of `segment` samples that overlap by
// `overlap`, averaged periodograms. Errors: DSP_TOO_SHORT for less than one segment, DSP_SPECTRUM for segment 0 or
// overlap >= segment.
Result<Spectrum> welch(std::span<const float> x, double sfreq, std::size_t segment, std::size_t overlap);

// Band power in uV^2: the sum of the bins with low_hz <= f < high_hz times their width.
double band_power(const Spectrum& spectrum, double low_hz, double high_hz);

}  // namespace eegate
