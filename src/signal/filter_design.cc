#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "base/sort.h"
#include "signal/filter.h"
#include "signal/fourier.h"

namespace eegate {
namespace {

Complex square_root(Complex a) {
  const double size = std::sqrt(square_of_size(a));
  const double re = std::sqrt((size + std::fabs(a.re)) / 2);
  if (re == 0) return {};
  const double im = a.im / (2 * re);
  return a.re >= 0 ? Complex{re, im} : Complex{std::fabs(im), a.im < 0 ? -re : re};
}

Error band_error(const std::string& found, double sfreq, std::string expected) {
  return Error{.code = "DSP_BAND",
               .message = "The filter does not fit the sampling rate of " + number_text(sfreq) + " Hz",
               .field = "bandpass",
               .found = found,
               .expected = std::move(expected),
               .hint =
                   "Frequencies must lie between 0 and half the sampling rate; choose another "
                   "band or a recording with a higher rate"};
}

Error design_error(std::string_view field, const std::string& found, double sfreq) {
  return Error{.code = "DSP_DESIGN",
               .message = "Numbers of double precision cannot hold this filter at " + number_text(sfreq) + " Hz",
               .field = std::string(field),
               .found = found,
               .expected = "an impulse response shorter than " + std::to_string(kMaxMemory) + " samples",
               .hint = "Choose a wider band, one further from 0 Hz, or a lower order"};
}

// Because coefficients are rounded, very narrow bands or bands very close to 0 Hz can result in a different filter than
// requested.
struct WantedGain {
  double hz = 0;
  double lowest = 0, highest = 0;
};
// At an edge of a Butterworth filter: -3 dB +- 0.5 dB.
constexpr WantedGain at_edge(double hz) { return {hz, 0.66, 0.76}; }
// Inside the passband.
constexpr WantedGain in_band(double hz) { return {hz, 0.66, 1.01}; }

bool is_finite(const Biquad& s) {
  return std::isfinite(s.b0) && std::isfinite(s.b1) && std::isfinite(s.b2) && std::isfinite(s.a1) &&
         std::isfinite(s.a2);
}

// The stability triangle of a second-order section.
bool is_stable(const Biquad& s) { return std::fabs(s.a2) < 1 && 1 + s.a1 + s.a2 > 0 && 1 - s.a1 + s.a2 > 0; }

// True if all coefficients are finite, the filter is stable with an impulse response shorter than kMaxMemory, and one
// pass has these gains.
bool is_sound(std::span<const Biquad> sections, double sfreq, std::initializer_list<WantedGain> gains) {
  if (!std::ranges::all_of(sections, is_finite) || !std::ranges::all_of(sections, is_stable)) return false;
  if (memory_samples(sections, kNegligibleLevel) >= kMaxMemory) return false;
  return std::ranges::all_of(gains, [&](const WantedGain& wanted) {
    const std::complex<double> h = frequency_response(sections, wanted.hz, sfreq);
    const double gain = std::sqrt(h.real() * h.real() + h.imag() * h.imag());
    return gain >= wanted.lowest && gain <= wanted.highest;
  });
}

// Two poles of one section, as (s - p)(s - q).
struct PolePair {
  Complex p, q;
};

// Low-pass to band-pass transformation: each pole p of the prototype becomes p B / 2 +- sqrt((p B / 2)^2 - W0^2). Only
// the upper half of the prototype is needed: its poles are paired with their conjugates, and the real pole of an odd
// order gives one pair.
std::vector<PolePair> bandpass_poles(double low, double high, int order) {
  const double width = high - low, centre_squared = low * high;
  std::vector<PolePair> pairs;
  for (int i = 0; 2 * i < order; ++i) {
    const double angle = std::numbers::pi * (2 * i - order + 1) / (2 * order);
    const bool is_real = 2 * i + 1 == order;
    const Complex prototype{-portable::cos(angle), is_real ? 0 : -portable::sin(angle)};
    const Complex half = (width / 2) * prototype;
    const Complex root = square_root(half * half - Complex{centre_squared, 0});
    const Complex a = half + root, b = half - root;
    if (is_real) {
      pairs.push_back({a, b});
    } else {
      pairs.push_back({a, {a.re, -a.im}});
      pairs.push_back({b, {b.re, -b.im}});
    }
  }
  return pairs;
}

// Bilinear transform z = (4 + s) / (4 - s).
Complex bilinear(Complex s) { return (Complex{4, 0} + s) / (Complex{4, 0} - s); }

Biquad denominator(PolePair pair) {
  const Complex p = bilinear(pair.p), q = bilinear(pair.q);
  Biquad section;
  section.a1 = -(p + q).re;
  section.a2 = (p * q).re;
  return section;
}

// Distributes n zeros at z = 1 and n at z = -1. Sections whose poles are near 1 (low frequencies) get zeros at 1, so
// that no section amplifies what another must attenuate; they come first.
void place_zeros(Sections& sections) {
  sort_stable(sections, [](const Biquad& a, const Biquad& b) {
    return 1 + a.a1 + a.a2 > 1 + b.a1 + b.a2;  // the denominator at z = 1
  });
  const std::size_t n_sections = sections.size(), half = n_sections / 2;
  for (std::size_t i = 0; i < n_sections; ++i) {
    const bool is_middle = n_sections % 2 == 1 && i == half;
    sections[i].b1 = is_middle ? 0 : i < half ? 2 : -2;
    sections[i].b2 = is_middle ? -1 : 1;
  }
}

enum class Side { kLow, kHigh };

// Low-pass and high-pass filters: the bilinear transform is written out for each section, which avoids cancellation.
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

Result<Sections> design_bandpass(double low_hz, double high_hz, double sfreq, int order) {
  const std::string found = number_text(low_hz) + " to " + number_text(high_hz) + " Hz, order " + std::to_string(order);
  if (!(low_hz > 0 && low_hz < high_hz && high_hz < sfreq / 2 && std::isfinite(sfreq)) || order < 1) {
    return band_error(found, sfreq, "0 < low_hz < high_hz < " + number_text(sfreq / 2) + " Hz, order >= 1");
  }
  // Frequencies are prewarped so that the edges are exact after the bilinear transform.
  const double low = 4 * portable::tan(std::numbers::pi * low_hz / sfreq);
  const double high = 4 * portable::tan(std::numbers::pi * high_hz / sfreq);
  Sections sections;
  Complex gain{1, 0};
  for (const PolePair& pair : bandpass_poles(low, high, order)) {
    sections.push_back(denominator(pair));
    // Each section contributes one factor B and one zero at s = 0.
    const Complex factor = (Complex{4, 0} - pair.p) * (Complex{4, 0} - pair.q);
    gain = gain * (Complex{4 * (high - low), 0} / factor);
  }
  place_zeros(sections);
  Biquad& first = sections.front();
  first.b0 *= gain.re;
  first.b1 *= gain.re;
  first.b2 *= gain.re;
  const double centre_hz = std::sqrt(low_hz) * std::sqrt(high_hz);
  if (!is_sound(sections, sfreq, {at_edge(low_hz), in_band(centre_hz), at_edge(high_hz)}))
    return design_error("bandpass", found, sfreq);
  return sections;
}

Result<Sections> design_notch(double hz, double q, double sfreq) {
  const std::string found = number_text(hz) + " Hz, q " + number_text(q);
  if (!(hz > 0 && hz < sfreq / 2 && q > 0 && hz / q < sfreq / 2 && std::isfinite(sfreq))) {
    const std::string nyquist = number_text(sfreq / 2);
    Error error = band_error(found + ": " + number_text(hz / q) + " Hz wide", sfreq,
                             "0 < hz < " + nyquist + " Hz, and a width hz / q between 0 and " + nyquist + " Hz");
    error.field = "notch";
    return error;
  }
  const double beta = portable::tan(std::numbers::pi * hz / (sfreq * q));
  const double gain = 1 / (1 + beta), cosine = portable::cos_turns(hz / sfreq);
  Sections sections{{.b0 = gain, .b1 = -2 * gain * cosine, .b2 = gain, .a1 = -2 * gain * cosine, .a2 = 2 * gain - 1}};
  if (!is_sound(sections, sfreq, {{0, 0.99, 1.01}, {hz, 0, 0.01}, {sfreq / 2, 0.99, 1.01}}))
    return design_error("notch", found, sfreq);
  return sections;
}

std::complex<double> frequency_response(std::span<const Biquad> sections, double hz, double sfreq) {
  const double turns = hz / sfreq;
  const Complex z1{portable::cos_turns(turns), -portable::sin_turns(turns)};  // z^-1
  Complex h{1, 0};
  for (const Biquad& s : sections) {
    const Complex top = Complex{s.b0, 0} + z1 * (Complex{s.b1, 0} + s.b2 * z1);
    const Complex bottom = Complex{1, 0} + z1 * (Complex{s.a1, 0} + s.a2 * z1);
    h = h * (top / bottom);
  }
  return {h.re, h.im};
}

std::size_t reflection_samples(std::span<const Biquad> sections) {
  std::size_t n_b = 0, n_a = 0;
  for (const Biquad& s : sections) {
    n_b += s.b2 == 0 ? 1 : 0;
    n_a += s.a2 == 0 ? 1 : 0;
  }
  return 3 * (2 * sections.size() + 1 - std::min(n_b, n_a));
}

// The impulse response of a cascade is at most as long as those of its sections together.
std::uint64_t memory_samples(std::span<const Biquad> sections, double level) {
  double total = 0;
  for (const Biquad& s : sections) {
    const double discriminant = s.a1 * s.a1 - 4 * s.a2;
    const double radius = discriminant < 0 ? std::sqrt(s.a2) : (std::fabs(s.a1) + std::sqrt(discriminant)) / 2;
    if (radius == 0) continue;
    if (!(radius > 0 && radius < 1)) return kMaxMemory;
    total += portable::log(level) / portable::log(radius);
  }
  return to_count(total + 1, kMaxMemory).value_or(kMaxMemory);
}

Result<Sections> design_lowpass(double hz, double sfreq, int order) { return design(Side::kLow, hz, sfreq, order); }
Result<Sections> design_highpass(double hz, double sfreq, int order) { return design(Side::kHigh, hz, sfreq, order); }

}  // namespace eegate
