// For display: frequency responses of filters, power spectra, positions of electrodes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/recipe.h"

namespace eegate {

// Gain of all filters of a recipe together at each frequency, as they are applied: squared where they run forwards and
// backwards. 1 everywhere without filters. NaN at frequencies that
// signals of this rate do not have. Errors: DSP_BAND.
Result<std::vector<float>> filter_response(const Recipe& recipe, double sfreq, std::span<const float> hz);

struct Spectra {
  double bin_hz = 0;
  std::size_t n_bins = 0;
  std::vector<float>
      density;  // uV^2 / Hz [n_chans, n_bins]; NaN for a row without a finite segment, and what no float holds
};

// Welch spectra of the rows of x [n_chans, n_times]: Hann windows of `segment_s` that overlap by half, shorter if
// no row has so many finite samples in succession; of a row with gaps the longest part between them. Errors:
// DSP_SPECTRUM.
Result<Spectra> spectra(std::span<const float> x, std::size_t n_chans, double sfreq, double segment_s);

// Positions of the electrodes of these names on a head of radius 1: [n, 3], x to the right ear, y to the nose, z to the
// vertex; NaN for what is no electrode of the 10-10 system.
std::vector<float> electrode_positions(std::span<const std::string> names);

}  // namespace eegate
