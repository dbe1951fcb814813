// Butterworth low-pass and high-pass filters. The bilinear transform is written out for each section, which avoids
// cancellation.
#include <cmath>
#include <numbers>
#include <string>

#include "base/portable_math.h"
#include "signal/filter.h"
#include "signal/filter_check.h"
#include "signal/number_text.h"

namespace eegate {
namespace {

enum class Side { kLow, kHigh };

Result<Sections> design(Side side, double hz, double sfreq, int order) {
  Error error{.code = "DSP_BAND",
              .message = "The filter does not fit the sampling rate of " + number_text(sfreq) + " Hz",
              .field = side == Side::kLow ? "lowpass" : "highpass",
              .found = number_text(hz) + " Hz, order " + std::to_string(order),
              .expected = "0 < hz < " + number_text(sfreq / 2) + " Hz, order >= 1",
              .hint = "The edge must lie between 0 and half the sampling rate"};
  if (!(hz > 0 && hz < sfreq / 2 && std::isfinite(sfreq)) || order < 1) return error;
  const double k = portable::tan(std::numbers::pi * hz / sfreq);
  const double sign = side == Side::kLow ? 1 : -1;  // zeros at the Nyquist frequency or at 0 Hz
  Sections sections;
  for (int i = 0; 2 * i + 1 < order; ++i) {
    const double damping = 2 * portable::sin(std::numbers::pi * (2 * i + 1) / (2 * order));  // 1 / Q
    const double norm = 1 / (1 + k * damping + k * k), gain = side == Side::kLow ? k * k * norm : norm;
    sections.push_back({.b0 = gain,
                        .b1 = sign * 2 * gain,
                        .b2 = gain,
                        .a1 = 2 * (k * k - 1) * norm,
                        .a2 = (1 - k * damping + k * k) * norm});
  }
  if (order % 2 == 1) {
    const double norm = 1 / (1 + k), gain = side == Side::kLow ? k * norm : norm;
    sections.push_back({.b0 = gain, .b1 = sign * gain, .b2 = 0, .a1 = (k - 1) * norm, .a2 = 0});
  }
  const double passed_hz = side == Side::kLow ? 0 : sfreq / 2;
  if (is_sound(sections, sfreq, {at_edge(hz), in_band(passed_hz)})) return sections;
  error.code = "DSP_DESIGN";
  error.message = "Numbers of double precision cannot hold this filter at " + number_text(sfreq) + " Hz";
  error.expected = "an impulse response shorter than " + std::to_string(kMaxMemory) + " samples";
  error.hint = "Choose an edge further from 0 Hz or from half the sampling rate";
  return error;
}

}  // namespace

Result<Sections> design_lowpass(double hz, double sfreq, int order) { return design(Side::kLow, hz, sfreq, order); }
Result<Sections> design_highpass(double hz, double sfreq, int order) { return design(Side::kHigh, hz, sfreq, order); }

}  // namespace eegate
