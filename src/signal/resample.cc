#include "signal/resample.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "kernels/real_rows.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMaxFactor = 200000;  // a table of four million taps
constexpr double kMaxUp = 100, kMaxDown = 1000;
constexpr std::uint64_t kZeroCrossings = 10;
constexpr double kKaiserBeta = 5;
constexpr std::size_t kOutputsAtOnce = 1024;  // so that intermediate values stay in the cache

struct Ratio {
  std::uint64_t up = 0, down = 0;  // up 0: none found
};

// The first convergent of the continued fraction that is as accurate as the rates.
Ratio find_ratio(double value) {
  std::uint64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  double rest = value;
  for (int i = 0; i < 40; ++i) {
    const double whole = std::floor(rest);
    const std::optional<std::uint64_t> count = to_count(whole, kMaxFactor);
    if (!count) return {};
    const std::uint64_t a = *count;
    const std::uint64_t p = a * p1 + p0, q = a * q1 + q0;
    if (p > kMaxFactor || q > kMaxFactor) return {};
    const double quotient = static_cast<double>(p) / static_cast<double>(q);
    if (std::fabs(quotient - value) <= 1e-10 * value) return {p, q};
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    rest = 1 / (rest - whole);
  }
  return {};
}

// Modified Bessel function of the first kind, order 0: sum of ((x / 2)^k / k!)^2.
double bessel_i0(double x) {
  const double z = x * x / 4;
  double term = 1, sum = 1;
  for (int k = 1; k < 60 && term > 1e-18 * sum; ++k) {
    term *= z / (static_cast<double>(k) * k);
    sum += term;
  }
  return sum;
}

double sinc(double x) {  // sin(pi x) / (pi x)
  return x == 0 ? 1 : portable::sin_turns(x / 2) / (std::numbers::pi * x);
}

// Windowed-sinc low-pass at 1 / factor of the Nyquist frequency with gain 1 at 0 Hz.
std::vector<double> lowpass(std::uint64_t factor, std::uint64_t half) {
  std::vector<double> taps(2 * half + 1);
  const double cutoff = 1 / static_cast<double>(factor);
  double sum = 0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double k = static_cast<double>(i) - static_cast<double>(half);
    const double x = k / static_cast<double>(half);
    const double window = bessel_i0(kKaiserBeta * std::sqrt(std::max(0.0, 1 - x * x)));
    taps[i] = cutoff * sinc(cutoff * k) * window / bessel_i0(kKaiserBeta);
    sum += taps[i];
  }
  for (double& tap : taps) tap /= sum;
  return taps;
}

}  // namespace

Result<Resampler> Resampler::design(double from_hz, double to_hz) {
  const bool is_sane = from_hz > 0 && to_hz > 0 && to_hz <= kMaxUp * from_hz && from_hz <= kMaxDown * to_hz;
  const Ratio ratio = is_sane ? find_ratio(to_hz / from_hz) : Ratio{};
  if (ratio.up == 0) {
    return Error{.code = "DSP_RESAMPLE",
                 .message = "The recording cannot be resampled to this rate",
                 .field = "resample_hz",
                 .found = number_text(from_hz) + " Hz to " + number_text(to_hz) + " Hz",
                 .expected = "a ratio from 1/1000 to 100, of whole numbers up to " + std::to_string(kMaxFactor),
                 .hint = "Choose a rate with few decimals near that of the recording"};
  }
  Resampler r;
  r.up_ = ratio.up;
  r.down_ = ratio.down;
  const std::uint64_t factor = std::max(r.up_, r.down_);
  r.half_ = kZeroCrossings * factor;
  const std::vector<double> taps = lowpass(factor, r.half_);
  r.n_per_phase_ = static_cast<std::size_t>((taps.size() + r.up_ - 1) / r.up_);
  r.phases_.assign(static_cast<std::size_t>(r.up_) * r.n_per_phase_, 0.0);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const std::size_t phase = i % static_cast<std::size_t>(r.up_);
    const std::size_t age = i / static_cast<std::size_t>(r.up_);  // in input samples before the newest one
    r.phases_[phase * r.n_per_phase_ + r.n_per_phase_ - 1 - age] = taps[i] * static_cast<double>(r.up_);
  }
  return r;
}

std::vector<double> Resampler::taps() const {
  std::vector<double> taps(static_cast<std::size_t>(2 * half_ + 1));
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const std::size_t phase = i % static_cast<std::size_t>(up_);
    const std::size_t age = i / static_cast<std::size_t>(up_);
    taps[i] = phases_[phase * n_per_phase_ + n_per_phase_ - 1 - age];
  }
  return taps;
}

std::uint64_t Resampler::n_out(std::uint64_t n_in) const { return (n_in * up_ + down_ - 1) / down_; }

Resampler::Range Resampler::inputs_of(std::uint64_t first, std::uint64_t n) const {
  const auto newest = [this](std::uint64_t out) { return static_cast<std::int64_t>((out * down_ + half_) / up_); };
  return {newest(first) - static_cast<std::int64_t>(n_per_phase_) + 1, newest(first + (n > 0 ? n - 1 : 0)) + 1};
}

Resampler::PhaseTaps Resampler::taps_at(std::uint64_t out) const {
  const std::uint64_t position = out * down_ + half_;
  return {phases_.data() + static_cast<std::size_t>(position % up_) * n_per_phase_,
          static_cast<std::int64_t>(position / up_) - static_cast<std::int64_t>(n_per_phase_) + 1};
}

// Outputs near the ends, for which some inputs are missing.
template <class T>
void Resampler::run_row(std::span<const T> in, std::int64_t begin, std::span<T> out, std::uint64_t first_out) const {
  for (std::size_t m = 0; m < out.size(); ++m) {
    const PhaseTaps at = taps_at(first_out + m);
    const std::int64_t from = std::max(at.oldest, begin),
                       to = std::min(at.oldest + static_cast<std::int64_t>(n_per_phase_),
                                     begin + static_cast<std::int64_t>(in.size()));
    double sum = 0;
    for (std::int64_t i = from; i < to; ++i)
      sum += static_cast<double>(in[static_cast<std::size_t>(i - begin)]) * at.taps[i - at.oldest];
    out[m] = static_cast<T>(sum);
  }
}

// Outputs for which all inputs exist. Outputs of one phase are `up` apart, use the same taps and read inputs `down`
// apart. With the inputs rearranged into `down` decimated rows, they are a weighted sum of rows. Every output is summed
// in the order of its inputs.
template <class T>
void Resampler::run_inside(std::span<const T> in, std::int64_t begin, std::span<T> out, std::uint64_t first_out) const {
  const auto up = static_cast<std::size_t>(up_), down = static_cast<std::size_t>(down_);
  const std::int64_t first_in = taps_at(first_out).oldest;
  const auto n_in = static_cast<std::size_t>(taps_at(first_out + out.size() - 1).oldest - first_in) + n_per_phase_;
  const std::span<const T> x = in.subspan(static_cast<std::size_t>(first_in - begin), n_in);
  const std::size_t n_decimated = (n_in + down - 1) / down;
  std::vector<double> decimated(down * n_decimated), sums((out.size() + up - 1) / up);
  for (std::size_t r = 0; r < down; ++r) {
    for (std::size_t i = r, q = r * n_decimated; i < n_in; i += down, ++q) decimated[q] = static_cast<double>(x[i]);
  }
  std::vector<const double*> rows(n_per_phase_);
  for (std::size_t phase = 0; phase < std::min(up, out.size()); ++phase) {
    const PhaseTaps at = taps_at(first_out + phase);
    const auto oldest = static_cast<std::size_t>(at.oldest - first_in);
    for (std::size_t i = 0, r = oldest % down, q = oldest / down; i < n_per_phase_; ++i) {
      rows[i] = decimated.data() + r * n_decimated + q;
      if (++r == down) r = 0, ++q;
    }
    const std::span<double> of_phase = std::span(sums).first((out.size() - phase + up - 1) / up);
    weighted_row_sum(of_phase, rows, {at.taps, n_per_phase_});
    for (std::size_t j = 0, m = phase; m < out.size(); ++j, m += up) out[m] = static_cast<T>(of_phase[j]);
  }
}

// Output m is at the time of input m down / up: y[m] = sum over i of x[i] h[m down + half - i up].
template <class T>
void Resampler::run_rows(MatrixView<const T> in, std::uint64_t first_in, MatrixView<T> out,
                         std::uint64_t first_out) const {
  const auto begin = static_cast<std::int64_t>(first_in), end = begin + static_cast<std::int64_t>(in.cols);
  const auto n_taps = static_cast<std::int64_t>(n_per_phase_);
  std::size_t from = 0, to = out.cols;
  while (from < to && taps_at(first_out + from).oldest < begin) ++from;
  while (from < to && taps_at(first_out + to - 1).oldest + n_taps > end) --to;
  const std::size_t at_once = std::max<std::size_t>(1, kOutputsAtOnce / static_cast<std::size_t>(up_)) * up_;
  for (std::size_t row = 0; row < out.rows; ++row) {
    const std::span<const T> x = in.row(row);
    const std::span<T> y = out.row(row);
    run_row(x, begin, y.first(from), first_out);
    for (std::size_t m = from; m < to; m += at_once)
      run_inside(x, begin, y.subspan(m, std::min(at_once, to - m)), first_out + m);
    run_row(x, begin, y.subspan(to), first_out + to);
  }
}

void Resampler::run(MatrixView<const float> in, std::uint64_t first_in, MatrixView<float> out,
                    std::uint64_t first_out) const {
  run_rows(in, first_in, out, first_out);
}

void Resampler::run(MatrixView<const double> in, std::uint64_t first_in, MatrixView<double> out,
                    std::uint64_t first_out) const {
  run_rows(in, first_in, out, first_out);
}

}  // namespace eegate
