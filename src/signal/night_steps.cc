#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "kernels/fourier_frame.h"
#include "signal/fourier.h"
#include "signal/night.h"
#include "signal/resample.h"

namespace eegate {
namespace {

constexpr double kNoSpread = 1e-5;

// The value at `rank` in sorted order and the next larger one. Values are partially sorted.
std::pair<double, double> neighbours(std::span<double> values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), at, values.end());
  const double low = *at;
  return {low, rank + 1 < values.size() ? *std::min_element(at + 1, values.end()) : low};
}

struct Quartile {
  double low = 0, high = 0, fraction = 0;
  double value() const { return low + (high - low) * fraction; }
  double clipped(double from, double to) const {
    const double a = std::clamp(low, from, to), b = std::clamp(high, from, to);
    return a + (b - a) * fraction;
  }
};

Quartile quartile(std::span<double> values, double q) {
  const double position = static_cast<double>(values.size() - 1) * q, rank = std::floor(position);
  const auto [low, high] = neighbours(values, static_cast<std::size_t>(rank));
  return {low, high, position - rank};
}

double sinc_of(double x) { return x == 0 ? 1 : portable::sin_turns(x / 2) / (std::numbers::pi * x); }

// The gain of a forward and a backward pass at each frequency: the squared gain of the filter, computed as the
// transform of the autocorrelation g_m = sum over k of taps_k taps_(k + |m|). It is real because g is symmetric.
std::vector<double> squared_gains(std::span<const double> taps, const FourierFrame& frame) {
  constexpr std::size_t kFrames = FourierFrames::kFrames;  // only one of them is used
  FourierFrames bins(frame.size());
  for (std::size_t m = 0; m < taps.size(); ++m) {
    double sum = 0;
    for (std::size_t k = 0; k + m < taps.size(); ++k) sum += taps[k] * taps[k + m];
    bins.re[m * kFrames] = sum;
    if (m > 0) bins.re[(frame.size() - m) * kFrames] = sum;
  }
  frame.transform(bins);
  std::vector<double> gains(frame.size());
  for (std::size_t k = 0; k < gains.size(); ++k) gains[k] = bins.re[k * kFrames] / static_cast<double>(frame.size());
  return gains;
}

}  // namespace

double quantile(std::span<double> values, double q) { return quartile(values, q).value(); }

NightQuartiles scale_night(std::vector<NightSegment>& segments, const NightScale& scale) {
  std::vector<double> all;
  for (const NightSegment& segment : segments) all.insert(all.end(), segment.values.begin(), segment.values.end());
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
  for (NightSegment& segment : segments) {
    for (double& value : segment.values) {
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

// Copies the bins that both lengths have. The Nyquist bin of the shorter one corresponds to two bins of the longer one.
std::vector<double> resample_fourier(std::span<const double> x, std::size_t n_out) {
  if (x.empty() || n_out == 0) return {};
  const std::vector<Complex> bins = Fourier(x.size()).transform(x);
  const std::size_t n = std::min(x.size(), n_out), half = n / 2;
  std::vector<Complex> spectrum(n_out);
  for (std::size_t k = 0; k <= half; ++k) {
    const bool is_nyquist = n % 2 == 0 && k == half;
    const double factor = !is_nyquist || n_out == x.size() ? 1 : (n_out < x.size() ? 2 : 0.5);
    const Complex value = factor * bins[k];
    const bool is_alone = k == 0 || 2 * k == n_out;
    spectrum[k] = {value.re, is_alone ? 0 : -value.im};  // conjugate: the forward transform then computes the inverse
    if (!is_alone) spectrum[n_out - k] = value;
  }
  const std::vector<Complex> back = Fourier(n_out).transform(spectrum);
  std::vector<double> out(n_out);
  for (std::size_t t = 0; t < n_out; ++t) out[t] = back[t].re / static_cast<double>(x.size());
  return out;
}

// As scipy.signal.firwin: gain 1 in the middle of the band, or at the Nyquist frequency of a high-pass.
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
                 .message = "A filter with an even number of taps has zero gain at half the sampling rate",
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

namespace {

// A signal that is filtered in place, block by block. Samples before `first` have been overwritten by results; their
// original values are saved as far as the filter and the odd extension need them. The signal is extended by `extension`
// samples at both ends.
class Unfiltered {
 public:
  Unfiltered(std::span<const double> x, std::size_t extension)
      : x_(x),
        saved_(extension + 1),
        n_(static_cast<std::ptrdiff_t>(x.size())),
        extension_(static_cast<std::ptrdiff_t>(extension)) {}

  // Loads `n` samples from `from` on into one column of the frames; zeros extension the extension.
  void load(double* frame, std::size_t n, std::ptrdiff_t from) const {
    constexpr std::size_t kFrames = FourierFrames::kFrames;
    const bool is_inside = from >= first_ && from + static_cast<std::ptrdiff_t>(n) <= n_;
    if (is_inside) {
      for (std::size_t i = 0; i < n; ++i) frame[i * kFrames] = x_[static_cast<std::size_t>(from) + i];
      return;
    }
    for (std::size_t i = 0; i < n; ++i) frame[i * kFrames] = extended(from + static_cast<std::ptrdiff_t>(i));
  }

  // Saves original samples before `first`, which may be overwritten afterwards.
  void save(std::size_t first) {
    std::vector<double> saved(saved_.size());
    const auto end = static_cast<std::ptrdiff_t>(first), n = static_cast<std::ptrdiff_t>(saved.size());
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, n - end); i < n; ++i)
      saved[static_cast<std::size_t>(i)] = sample(end - n + i);
    saved_ = std::move(saved);
  }
  void advance(std::size_t first) { first_ = static_cast<std::ptrdiff_t>(first); }

 private:
  double sample(std::ptrdiff_t i) const {
    if (i >= first_) return x_[static_cast<std::size_t>(i)];
    return saved_[static_cast<std::size_t>(i - first_) + saved_.size()];
  }
  double extended(std::ptrdiff_t i) const {
    if (i < 0) return 2 * sample(0) - sample(-i);
    if (i < n_) return sample(i);
    return i < n_ + extension_ ? 2 * sample(n_ - 1) - sample(2 * n_ - 2 - i) : 0;
  }

  std::span<const double> x_;
  std::vector<double> saved_;
  std::ptrdiff_t n_, extension_, first_ = 0;
};

// Loads overlapping blocks of the signal, `step` apart, one into each frame.
void load_blocks(std::vector<double>& frames, const Unfiltered& x, std::ptrdiff_t from, std::size_t step) {
  constexpr std::size_t kFrames = FourierFrames::kFrames;
  for (std::size_t c = 0; c < kFrames; ++c)
    x.load(frames.data() + c, frames.size() / kFrames, from + static_cast<std::ptrdiff_t>(c * step));
}

// Stores the results of consecutive blocks without their first `reach` samples; `sign` is 1 or -1.
void store_blocks(std::span<double> out, const std::vector<double>& frames, std::size_t reach, std::size_t step,
                  double sign) {
  constexpr std::size_t kFrames = FourierFrames::kFrames;
  for (std::size_t c = 0; c < kFrames && c * step < out.size(); ++c) {
    const std::span<double> to = out.subspan(c * step, std::min(step, out.size() - c * step));
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = sign * frames[(reach + i) * kFrames + c];
  }
}

}  // namespace

// Overlap-save convolution. Each complex transform holds two blocks, as real and imaginary part. Results within `reach`
// of the ends of a block are discarded.
Result<> filter_fir_twice(std::span<double> x, std::span<const double> taps) {
  const std::size_t pad = 3 * taps.size(), n = x.size();
  if (n <= pad) {
    return Error{.code = "DSP_TOO_SHORT",
                 .message = "The signal is too short for a zero-phase filter",
                 .found = std::to_string(n) + " samples",
                 .expected = "at least " + std::to_string(pad + 1) + " samples"};
  }
  constexpr std::size_t kFrames = FourierFrames::kFrames;
  const std::size_t reach = taps.size() - 1, size = std::bit_ceil(std::max<std::size_t>(1024, 8 * taps.size()));
  const std::size_t step = size - 2 * reach, at_once = kFrames * step;  // samples of the blocks in real parts
  const FourierFrame frame(size);
  const std::vector<double> gains = squared_gains(taps, frame);
  FourierFrames blocks(size);
  Unfiltered unfiltered(x, pad);
  for (std::size_t first = 0; first < n; first += 2 * at_once) {
    const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(first) - static_cast<std::ptrdiff_t>(reach);
    load_blocks(blocks.re, unfiltered, from, step);
    load_blocks(blocks.im, unfiltered, from + static_cast<std::ptrdiff_t>(at_once), step);
    const std::size_t end = std::min(n, first + 2 * at_once);
    unfiltered.save(end);
    frame.transform(blocks);
    // The inverse transform, computed as the forward transform of the conjugate.
    for (std::size_t k = 0; k < blocks.re.size(); ++k) {
      blocks.re[k] *= gains[k / kFrames];
      blocks.im[k] *= -gains[k / kFrames];
    }
    frame.transform(blocks);
    const std::span<double> rest = x.subspan(first);
    store_blocks(rest, blocks.re, reach, step, 1);
    if (rest.size() > at_once) store_blocks(rest.subspan(at_once), blocks.im, reach, step, -1);
    unfiltered.advance(end);
  }
  return {};
}

}  // namespace eegate
