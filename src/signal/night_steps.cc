#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/portable_math.h"
#include "signal/fourier.h"
#include "signal/night.h"
#include "signal/number_text.h"
#include "signal/resample.h"

namespace eegate {
namespace {

constexpr double kNoSpread = 1e-5;

// What stands at `rank` in order, and what follows it; all before it are smaller.
std::pair<double, double> neighbours(std::span<double> values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  return {low, rank + 1 < values.size() ? *std::min_element(at + 1, values.end()) : low};
}

struct Quartile {
  double low = 0, high = 0, share = 0;
  double value() const { return low + (high - low) * share; }
  double clipped(double from, double to) const {
    const double a = std::clamp(low, from, to), b = std::clamp(high, from, to);
    return a + (b - a) * share;
  }
};

Quartile quartile(std::span<double> values, double q) {
  const double position = static_cast<double>(values.size() - 1) * q, rank = std::floor(position);
  const auto [low, high] = neighbours(values, static_cast<std::size_t>(rank));
  return {low, high, position - rank};
}

double sinc_of(double x) { return x == 0 ? 1 : portable::sin_turns(x / 2) / (std::numbers::pi * x); }

// One pass; before its first sample the signal always was at that value. Eight sums grow side by side: each alone would
// wait for its last addition.
void run_fir(std::span<double> out, std::span<const double> x, std::span<const double> taps) {
  constexpr std::size_t kSums = 8;
  for (std::size_t t = 0; t < x.size();) {
    if (t + 1 >= taps.size() && t + kSums <= x.size()) {
      double sums[kSums] = {};
      for (std::size_t k = 0; k < taps.size(); ++k) {
        for (std::size_t i = 0; i < kSums; ++i) sums[i] += taps[k] * x[t + i - k];
      }
      std::ranges::copy(sums, out.begin() + static_cast<std::ptrdiff_t>(t));
      t += kSums;
      continue;
    }
    double sum = 0;
    for (std::size_t k = 0; k < taps.size(); ++k) sum += taps[k] * (k <= t ? x[t - k] : x[0]);
    out[t++] = sum;
  }
}

}  // namespace

double quantile(std::span<double> values, double q) { return quartile(values, q).value(); }

NightQuartiles scale_night(std::vector<NightStretch>& stretches, const NightScale& scale) {
  std::vector<double> all;
  for (const NightStretch& stretch : stretches) all.insert(all.end(), stretch.values.begin(), stretch.values.end());
  NightQuartiles found;
  if (all.empty()) return found;
  Quartile quartiles[3];
  for (std::size_t i = 0; i < 3; ++i) {
    quartiles[i] = quartile(all, 0.25 * static_cast<double>(i + 1));
    found.raw[i] = quartiles[i].value();
  }
  const double from = -2 * scale.clip_iqr * (found.raw[1] - found.raw[0]),
               to = 2 * scale.clip_iqr * (found.raw[2] - found.raw[1]);
  for (std::size_t i = 0; i < 3; ++i) found.clipped[i] = quartiles[i].clipped(from, to);
  double spread = found.clipped[2] - found.clipped[0];
  if (spread == 0) spread = kNoSpread;
  for (NightStretch& stretch : stretches) {
    for (double& value : stretch.values) {
      const double clipped = std::clamp(value, from, to);
      found.n_clipped += clipped != value ? 1 : 0;
      value = (clipped - found.clipped[1]) / spread;
    }
  }
  return found;
}

Result<std::vector<double>> resample_night(std::span<const double> x, double from_hz, double to_hz) {
  EEGATE_TRY(const Resampler resampler, Resampler::design(from_hz, to_hz));
  std::vector<double> out(static_cast<std::size_t>(resampler.n_out(x.size())));
  resampler.run({x.data(), 1, x.size()}, 0, {out.data(), 1, out.size()}, 0);
  return out;
}

// The bins that both lengths have; that of the shorter one's Nyquist frequency stands for two of the longer one.
std::vector<double> resample_fourier(std::span<const double> x, std::size_t n_out) {
  if (x.empty() || n_out == 0) return {};
  const std::vector<Complex> bins = Fourier(x.size()).transform(x);
  const std::size_t n = std::min(x.size(), n_out), half = n / 2;
  std::vector<Complex> kept(n_out);
  for (std::size_t k = 0; k <= half; ++k) {
    const bool is_nyquist = n % 2 == 0 && k == half;
    const double factor = !is_nyquist || n_out == x.size() ? 1 : (n_out < x.size() ? 2 : 0.5);
    const Complex value = factor * bins[k];
    const bool is_alone = k == 0 || 2 * k == n_out;
    kept[k] = {value.re, is_alone ? 0 : -value.im};  // conjugate: the transform back by the transform
    if (!is_alone) kept[n_out - k] = value;
  }
  const std::vector<Complex> back = Fourier(n_out).transform(kept);
  std::vector<double> out(n_out);
  for (std::size_t t = 0; t < n_out; ++t) out[t] = back[t].re / static_cast<double>(x.size());
  return out;
}

// Gain 1 in the middle of the band, or at the Nyquist frequency of a high-pass.
Result<std::vector<double>> design_fir(std::size_t n_taps, double low_hz, double high_hz, double sfreq) {
  const double low = low_hz / (sfreq / 2), high = high_hz > 0 ? high_hz / (sfreq / 2) : 1;
  if (!(low > 0 && low < high && high <= 1) || (high_hz > 0 && high == 1)) {
    return Error{.code = "DSP_BAND",
                 .message = "The filter does not fit the sampling rate of " + number_text(sfreq) + " Hz",
                 .field = "fir_zero_phase",
                 .found = number_text(low_hz) + " to " + number_text(high_hz) + " Hz",
                 .expected = "0 < low_hz < high_hz < " + number_text(sfreq / 2) + " Hz"};
  }
  if (high == 1 && n_taps % 2 == 0) {
    return Error{.code = "DSP_BAND",
                 .message = "A filter of an even number of taps passes nothing at half the sampling rate",
                 .field = "fir_zero_phase.taps",
                 .found = std::to_string(n_taps),
                 .expected = "an odd number of taps for a high-pass"};
  }
  std::vector<double> taps(n_taps);
  const double middle = static_cast<double>(n_taps - 1) / 2, centre = high_hz > 0 ? (low + high) / 2 : 1;
  double gain = 0;
  for (std::size_t i = 0; i < n_taps; ++i) {
    const double m = static_cast<double>(i) - middle;
    const double window = 0.54 - 0.46 * portable::cos_turns(static_cast<double>(i) / static_cast<double>(n_taps - 1));
    taps[i] = window * (high * sinc_of(high * m) - low * sinc_of(low * m));
    gain += taps[i] * portable::cos_turns(m * centre / 2);
  }
  for (double& tap : taps) tap /= gain;
  return taps;
}

Result<std::vector<double>> filter_fir_twice(std::span<const double> x, std::span<const double> taps) {
  const std::size_t pad = 3 * taps.size(), n = x.size();
  if (n <= pad) {
    return Error{.code = "DSP_TOO_SHORT",
                 .message = "The signal is too short for a zero-phase filter",
                 .found = std::to_string(n) + " samples",
                 .expected = "at least " + std::to_string(pad + 1) + " samples"};
  }
  std::vector<double> extended(n + 2 * pad), passed(extended.size());
  for (std::size_t i = 0; i < pad; ++i) {
    extended[i] = 2 * x[0] - x[pad - i];
    extended[pad + n + i] = 2 * x[n - 1] - x[n - 2 - i];
  }
  std::ranges::copy(x, extended.begin() + static_cast<std::ptrdiff_t>(pad));
  for (int direction = 0; direction < 2; ++direction) {
    run_fir(passed, extended, taps);
    std::ranges::reverse(passed);
    std::swap(passed, extended);
  }
  const auto begin = extended.begin() + static_cast<std::ptrdiff_t>(pad);
  return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(n));
}

}  // namespace eegate
