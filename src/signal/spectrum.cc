#include "signal/spectrum.h"

#include <string>

#include "base/portable_math.h"
#include "signal/fourier.h"

namespace eegate {
namespace {

std::vector<double> hann(std::size_t n) {
  std::vector<double> window(n);
  for (std::size_t k = 0; k < n; ++k) {
    window[k] = 0.5 - 0.5 * portable::cos_turns(static_cast<double>(k) / static_cast<double>(n));
  }
  return window;
}

Result<> check(std::size_t n, std::size_t segment, std::size_t overlap) {
  if (segment == 0 || overlap >= segment) {
    return Error{.code = "DSP_SPECTRUM",
                 .message = "The overlap of the spectrum's segments is too long",
                 .found = std::to_string(segment) + " samples, overlap " + std::to_string(overlap),
                 .expected = "an overlap shorter than the segment"};
  }
  if (n < segment) {
    return Error{.code = "DSP_TOO_SHORT",
                 .message = "The signal is shorter than one segment of the spectrum",
                 .found = std::to_string(n) + " samples",
                 .expected = "at least " + std::to_string(segment) + " samples",
                 .hint = "Use a longer signal or shorter segments"};
  }
  return {};
}

// Adds |transform of the windowed segment|^2 to `power`.
void add_periodogram(std::span<const float> x, std::span<const double> window, const Fourier& fourier,
                     std::vector<double>& power) {
  double mean = 0;
  for (const float value : x) mean += static_cast<double>(value);
  mean /= static_cast<double>(x.size());
  std::vector<double> windowed(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    windowed[k] = (static_cast<double>(x[k]) - mean) * window[k];
  }
  const std::vector<Complex> bins = fourier.transform(std::span<const double>(windowed));
  for (std::size_t k = 0; k < power.size(); ++k) {
    power[k] += bins[k].re * bins[k].re + bins[k].im * bins[k].im;
  }
}

}  // namespace

Result<Spectrum> welch(std::span<const float> x, double sfreq, std::size_t segment, std::size_t overlap) {
  EEGATE_CHECK(check(x.size(), segment, overlap));
  const std::vector<double> window = hann(segment);
  double window_power = 0;
  for (const double w : window) window_power += w * w;
  const Fourier fourier(segment);
  Spectrum spectrum{sfreq / static_cast<double>(segment), std::vector<double>(segment / 2 + 1)};
  std::size_t n_segments = 0;
  for (std::size_t first = 0; first + segment <= x.size(); first += segment - overlap) {
    add_periodogram(x.subspan(first, segment), window, fourier, spectrum.density);
    ++n_segments;
  }
  const double scale = 1 / (sfreq * window_power * static_cast<double>(n_segments));
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    // One-sided density: negative frequencies are added to the positive ones, except at 0 Hz and the Nyquist frequency,
    // which have no mirror image.
    const bool has_mirror = k != 0 && 2 * k != segment;
    spectrum.density[k] *= has_mirror ? 2 * scale : scale;
  }
  return spectrum;
}

double band_power(const Spectrum& spectrum, double low_hz, double high_hz) {
  double sum = 0;
  for (std::size_t k = 0; k < spectrum.density.size(); ++k) {
    const double hz = static_cast<double>(k) * spectrum.bin_hz;
    if (hz >= low_hz && hz < high_hz) sum += spectrum.density[k];
  }
  return sum * spectrum.bin_hz;
}

}  // namespace eegate
