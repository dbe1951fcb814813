#include "signal/filter_check.h"

#include <algorithm>
#include <cmath>

#include "signal/filter.h"

namespace eegate {
namespace {

bool is_finite(const Biquad& s) {
  return std::isfinite(s.b0) && std::isfinite(s.b1) && std::isfinite(s.b2) && std::isfinite(s.a1) &&
         std::isfinite(s.a2);
}

// The stability triangle of a second-order section.
bool is_stable(const Biquad& s) { return std::fabs(s.a2) < 1 && 1 + s.a1 + s.a2 > 0 && 1 - s.a1 + s.a2 > 0; }

}  // namespace

bool is_sound(std::span<const Biquad> sections, double sfreq, std::initializer_list<WantedGain> gains) {
  if (!std::ranges::all_of(sections, is_finite) || !std::ranges::all_of(sections, is_stable)) return false;
  if (memory_samples(sections, kNegligibleLevel) >= kMaxMemory) return false;
  return std::ranges::all_of(gains, [&](const WantedGain& wanted) {
    const std::complex<double> h = frequency_response(sections, wanted.hz, sfreq);
    const double gain = std::sqrt(h.real() * h.real() + h.imag() * h.imag());
    return gain >= wanted.lowest && gain <= wanted.highest;
  });
}

}  // namespace eegate
