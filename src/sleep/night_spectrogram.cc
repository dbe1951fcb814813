#include "sleep/night_spectrogram.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/numbers_as_text.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

bool is_flat(std::span<const float> x) {
  return std::ranges::all_of(x, [&](float value) { return value == x[0]; });
}

Error too_short(double duration_s, double column_s) {
  return {.code = "DSP_TOO_SHORT",
          .message = "The recording is too short for a spectrogram of the night",
          .field = "duration",
          .place = {},
          .found = significant(duration_s, 6) + " s",
          .expected = "at least " + significant(column_s, 6) + " s",
          .hint = {}};
}

// The sequences are eigenvectors of a symmetric tridiagonal matrix with well separated eigenvalues (Percival and Walden
// 1993, Spectral Analysis for Physical Applications, section 8.3).
struct ThreeDiagonals {
  std::vector<double> middle, side;  // side[i] couples i and i + 1
  std::size_t size() const { return middle.size(); }
};

ThreeDiagonals slepian_matrix(std::size_t n, double half_bandwidth) {
  ThreeDiagonals t;
  const auto length = static_cast<double>(n);
  const double cosine = portable::cos_turns(half_bandwidth / length);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<double>(i);
    const double from_centre = (length - 1 - 2 * at) / 2;
    t.middle.push_back(from_centre * from_centre * cosine);
    if (i + 1 < n) t.side.push_back((at + 1) * (length - 1 - at) / 2);
  }
  return t;
}

// Number of eigenvalues below x: the number of negative pivots of T - x (Sturm sequence).
std::size_t count_below(const ThreeDiagonals& t, double x) {
  std::size_t n = 0;
  double pivot = 1;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double coupled = i == 0 ? 0 : t.side[i - 1] * t.side[i - 1] / pivot;
    pivot = t.middle[i] - x - coupled;
    if (pivot == 0) pivot = -1e-300;
    n += pivot < 0 ? 1 : 0;
  }
  return n;
}

// The eigenvalue that `n_above` others exceed, by bisection to the last bit.
double eigenvalue(const ThreeDiagonals& t, std::size_t n_above, std::pair<double, double> bounds) {
  auto [low, high] = bounds;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (count_below(t, middle) + n_above < t.size() ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

std::pair<double, double> bounds_of(const ThreeDiagonals& t) {
  double low = t.middle[0], high = t.middle[0];
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double reach = (i > 0 ? t.side[i - 1] : 0) + (i + 1 < t.size() ? t.side[i] : 0);
    low = std::min(low, t.middle[i] - reach);
    high = std::max(high, t.middle[i] + reach);
  }
  return {low - 1, high + 1};
}

// Solves (T - value) x = b in place by Gaussian elimination with row exchanges, which fill a second upper diagonal.
void solve_shifted(const ThreeDiagonals& t, double value, std::span<double> x) {
  const std::size_t n = t.size();
  std::vector<double> pivot(n), above(n), second(n);
  double here = t.middle[0] - value, right = n > 1 ? t.side[0] : 0;
  const double tiny = 1e-16 * (std::abs(value) + 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double below = t.side[i], next = t.middle[i + 1] - value, after = i + 2 < n ? t.side[i + 1] : 0;
    const bool exchange = std::abs(below) > std::abs(here);
    pivot[i] = exchange ? below : here;
    above[i] = exchange ? next : right;
    second[i] = exchange ? after : 0;
    if (pivot[i] == 0) pivot[i] = tiny;
    if (exchange) std::swap(x[i], x[i + 1]);
    const double factor = (exchange ? here : below) / pivot[i];
    here = (exchange ? right : next) - factor * above[i];
    right = (exchange ? 0 : after) - factor * second[i];
    x[i + 1] -= factor * x[i];
  }
  pivot[n - 1] = here == 0 ? tiny : here;
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) x[i] -= above[i] * x[i + 1];
    if (i + 2 < n) x[i] -= second[i] * x[i + 2];
    x[i] /= pivot[i];
  }
}

void normalize(std::span<double> x) {
  const double size = std::sqrt(dot(x, x));
  for (double& value : x) value /= size;
}

void find_vector(const ThreeDiagonals& t, double value, std::span<double> x) {
  std::uint32_t state = 1;
  for (double& one : x) {
    state = state * 1664525u + 1013904223u;
    one = static_cast<double>(state) / 0x1p31 - 1;
  }
  for (int i = 0; i < 4; ++i) {
    solve_shifted(t, value, x);
    normalize(x);
  }
}

void fix_sign(std::span<double> x, bool is_symmetric) {
  double decides = 0;
  if (is_symmetric) {
    for (const double value : x) decides += value;
  } else {
    const double least = std::max(1e-7, 1 / static_cast<double>(x.size()));
    const auto first = std::ranges::find_if(x, [&](double value) { return value * value > least; });
    decides = first == x.end() ? 1 : *first;
  }
  if (decides >= 0) return;
  for (double& value : x) value = -value;
}

}  // namespace

Result<NightSpectrogram> NightSpectrogram::open(const Recording& recording, std::size_t channel,
                                                const SpectrogramOptions& options) {
  if (channel >= recording.channels().size()) {
    return Error{.code = "CHANNEL_UNKNOWN",
                 .message = "There is no channel with this number",
                 .field = "channel",
                 .place = {},
                 .found = std::to_string(channel),
                 .expected = "less than " + std::to_string(recording.channels().size()),
                 .hint = {}};
  }
  if (recording.duration_s() < options.column_s) return too_short(recording.duration_s(), options.column_s);
  const double sfreq = recording.channels()[channel].sfreq;
  const std::size_t window = fast_length(static_cast<std::size_t>(options.window_s * sfreq));
  EEGATE_TRY(Multitaper multitaper, Multitaper::design(window, sfreq, options.half_bandwidth_hz));
  return NightSpectrogram(recording, channel, options, std::move(multitaper), window);
}

NightSpectrogram::NightSpectrogram(const Recording& recording, std::size_t channel, const SpectrogramOptions& options,
                                   Multitaper multitaper, std::size_t window)
    : recording_(&recording),
      channel_(channel),
      options_(options),
      multitaper_(std::move(multitaper)),
      window_(window),
      n_columns_(static_cast<std::size_t>(recording.duration_s() / options.column_s)),
      n_bins_(std::min(multitaper_.n_bins(), static_cast<std::size_t>(options.max_hz / multitaper_.bin_hz()) + 1)),
      density_(n_columns_ * n_bins_, std::numeric_limits<float>::quiet_NaN()) {}

// Index of the first of n stored samples from this time on, if all are in one segment.
std::optional<std::uint64_t> NightSpectrogram::stored_sample(double time_s, std::size_t n) const {
  const Channel& channel = recording_->channels()[channel_];
  const double length_s = static_cast<double>(n) / channel.sfreq, tolerance_s = 0.5 / channel.sfreq;
  for (const Segment& segment : recording_->segments()) {
    if (time_s < segment.onset_s - tolerance_s) continue;
    if (time_s + length_s > segment.onset_s + segment.duration_s + tolerance_s) continue;
    const double first = std::round((segment.sample_onset_s + time_s - segment.onset_s) * channel.sfreq);
    const auto sample = static_cast<std::uint64_t>(std::max(0.0, first));
    if (sample + n <= channel.n_samples) return sample;
  }
  return std::nullopt;
}

Result<double> NightSpectrogram::advance() {
  if (next_ == n_columns_) return 1.0;
  const double sfreq = recording_->channels()[channel_].sfreq, window_s = static_cast<double>(window_) / sfreq;
  const double start_s = static_cast<double>(next_) * options_.column_s;
  std::vector<float> x(window_);
  std::vector<double> sum(multitaper_.n_bins());
  std::size_t n = 0;
  for (double at_s = 0; at_s + window_s <= options_.column_s + 1e-6; at_s += window_s) {
    const auto first = stored_sample(start_s + at_s, window_);
    if (!first) continue;
    EEGATE_CHECK(recording_->read(channel_, *first, x));
    if (is_flat(x)) continue;
    multitaper_.add_density(x, sum);
    ++n;
  }
  for (std::size_t f = 0; n > 0 && f < n_bins_; ++f)
    density_[next_ * n_bins_ + f] = static_cast<float>(sum[f] / static_cast<double>(n));
  ++next_;
  return static_cast<double>(next_) / static_cast<double>(n_columns_);
}

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

RealMatrix dpss(std::size_t n, double half_bandwidth, std::size_t n_tapers) {
  assert(half_bandwidth > 0 && half_bandwidth < static_cast<double>(n) / 2 && n_tapers >= 1 && n_tapers <= n);
  const ThreeDiagonals t = slepian_matrix(n, half_bandwidth);
  const auto bounds = bounds_of(t);
  RealMatrix out(n_tapers, n);
  for (std::size_t k = 0; k < n_tapers; ++k) {
    find_vector(t, eigenvalue(t, k, bounds), out.row(k));
    fix_sign(out.row(k), k % 2 == 0);
  }
  return out;
}

}  // namespace eegate
