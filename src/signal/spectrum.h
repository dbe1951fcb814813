// Welch's power spectral density and the power in the classical EEG bands.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
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

struct Band {
  std::string_view name;
  double low_hz, high_hz;
};
inline constexpr std::array<Band, 5> kEegBands = {
    {{"delta", 0.5, 4}, {"theta", 4, 8}, {"alpha", 8, 13}, {"beta", 13, 30}, {"gamma", 30, 50}}};

// Band power in uV^2: the sum of the bins with low_hz <= f < high_hz times their width.
double band_power(const Spectrum& spectrum, double low_hz, double high_hz);

}  // namespace eegate
