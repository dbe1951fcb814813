#include "sleep/multitaper.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "base/numbers_as_text.h"
#include "sleep/dpss.h"

namespace eegate {

Result<Multitaper> Multitaper::design(std::size_t n, double sfreq, double half_bandwidth_hz) {
  const double half_bandwidth = static_cast<double>(n) * half_bandwidth_hz / sfreq;
  const double n_tapers = std::floor(2 * half_bandwidth + 1e-9) - 1;
  if (!(n_tapers >= 1) || !(half_bandwidth_hz < sfreq / 2)) {
    return Error{.code = "DSP_SPECTRUM",
                 .message = "A multitaper spectrum of this window and bandwidth has no taper",
                 .field = "bandwidth",
                 .place = {},
                 .found = significant(half_bandwidth_hz, 6) + " Hz to each side",
                 .expected = "at least " + significant(sfreq / static_cast<double>(n), 6) + " Hz and less than " +
                             significant(sfreq / 2, 6) + " Hz",
                 .hint = {}};
  }
  return Multitaper(dpss(n, half_bandwidth, static_cast<std::size_t>(n_tapers)), sfreq);
}

void Multitaper::add_density(std::span<const float> x, std::span<double> density) const {
  const std::size_t n = tapers_.cols, n_found = tapers_.rows;
  assert(x.size() == n && density.size() == n_bins());
  double mean = 0;
  for (const float value : x) mean += static_cast<double>(value);
  mean /= static_cast<double>(n);
  std::vector<Complex> pair(n);
  for (std::size_t k = 0; k < n_found; k += 2) {
    // Two tapers in one transform: one is its even part, the other its odd part.
    const auto a = tapers_.row(k), b = tapers_.row(std::min(k + 1, n_found - 1));
    const double second = k + 1 < n_found ? 1 : 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double centred = static_cast<double>(x[i]) - mean;
      pair[i] = {centred * a[i], second * centred * b[i]};
    }
    const std::vector<Complex> both = fourier_.transform(std::span<const Complex>(pair));
    for (std::size_t f = 0; f < density.size(); ++f) {
      // |A|^2 + |B|^2 = (|Z(f)|^2 + |Z(-f)|^2) / 2
      const double power = (square_of_size(both[f]) + square_of_size(both[f == 0 ? 0 : n - f])) / 2;
      const bool is_single = f == 0 || 2 * f == n;
      density[f] += (is_single ? 1 : 2) * power / (sfreq_ * static_cast<double>(n_found));
    }
  }
}

std::size_t fast_length(std::size_t n) {
  for (std::size_t length = n; length > 1 && length > n / 2; --length) {
    std::size_t rest = length;
    for (const std::size_t factor : {2, 3, 5, 7}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return length;
  }
  return n;
}

}  // namespace eegate
