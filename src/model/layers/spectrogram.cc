#include "model/layers/spectrogram.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/options.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kLn10 = 2.302585092994045684;
constexpr double kHighestPower = 1e32;
constexpr std::size_t kFrames = FourierFrames::kFrames;

std::vector<double> window_of(const SpectrogramForm& form) {
  const auto n = static_cast<double>(form.window);
  std::vector<double> window(form.window);
  double sum = 0;
  for (std::size_t k = 0; k < window.size(); ++k) {
    const auto at = static_cast<double>(k);
    window[k] = form.density ? 0.54 - 0.46 * portable::cos_turns(at / n)
                             : 0.5 - 0.5 * portable::cos_turns(at / std::max(1.0, n - 1));
    sum += window[k];
  }
  for (double& value : window) value /= form.density ? 1 : sum;
  return window;
}

std::vector<double> doubles(const float* values, std::size_t n) { return {values, values + n}; }

// Weights of the bins' powers: in a one-sided density all bins but the first and the Nyquist bin count twice.
std::vector<double> weights_of(const SpectrogramForm& form, std::span<const double> window) {
  if (!form.density) return std::vector<double>(form.n_bins(), 1);
  double squares = 0;
  for (const double value : window) squares += value * value;
  std::vector<double> weights(form.n_bins(), 2 / (form.sfreq * squares));
  weights.front() /= 2;
  weights.back() /= 2;
  return weights;
}

LogPower log_of(const SpectrogramForm& form) {
  constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  if (form.density) return {.factor = 20 / kLn10, .offset = 0, .floor = form.floor, .lowest = 0, .highest = kNoLimit};
  return {.factor = 1 / kLn10, .offset = kSpectrogramLevel, .floor = 0, .lowest = form.floor, .highest = kHighestPower};
}

}  // namespace

Spectrogram::Spectrogram(const SpectrogramForm& form)
    : form_(form),
      fourier_(form.n_fft),
      window_(window_of(form)),
      weights_(weights_of(form, window_)),
      log_(log_of(form)) {}

MapShape Spectrogram::out_shape(const MapShape& in) const {
  const std::size_t n_frames = form_.n_frames(in.width);
  if (form_.channels_first()) return {in.frames, in.height, n_frames, form_.n_bins()};
  return {in.frames, n_frames, in.height, form_.n_bins()};
}

// Index of the first bin of one frame of one channel in the image of an epoch.
std::size_t Spectrogram::place(std::size_t channel, std::size_t frame, std::size_t n_channels,
                               std::size_t n_frames) const {
  return (form_.density ? channel * n_frames + frame : frame * n_channels + channel) * form_.n_bins();
}

// The samples of a channel as input of the frames: clipped and scaled, or unchanged for a density.
std::vector<double> Spectrogram::scaled(std::span<const double> x) const {
  std::vector<double> values(x.begin(), x.end());
  if (form_.density) return values;
  for (double& value : values) value = std::clamp(value, -form_.clip, form_.clip) / form_.clip;
  return values;
}

// Windowed frames that begin at `starts` of the channel x, side by side.
void Spectrogram::windowed(std::span<double> values, const double* x, std::span<const std::size_t> starts) const {
  double means[kFrames] = {};
  for (std::size_t k = 0; k < form_.window; ++k) {
    for (std::size_t c = 0; c < kFrames; ++c) {
      const double value = x[starts[c] + k];
      values[k * kFrames + c] = value;
      means[c] += value;
    }
  }
  for (double& mean : means) mean = form_.density ? mean / static_cast<double>(form_.window) : 0;
  for (std::size_t k = 0; k < form_.window; ++k) {
    for (std::size_t c = 0; c < kFrames; ++c)
      values[k * kFrames + c] = (values[k * kFrames + c] - means[c]) * window_[k];
  }
  std::fill(values.begin() + static_cast<std::ptrdiff_t>(form_.window * kFrames), values.end(), 0.0);
}

double Spectrogram::derivative(double power) const {
  if (form_.density) return 20 / (kLn10 * (power + form_.floor));
  return power > form_.floor && power < kHighestPower ? 1 / (kLn10 * power) : 0;
}

void Spectrogram::image(std::span<float> out, MatrixView<const double> x) const {
  const std::size_t n_frames = form_.n_frames(x.cols), n_bins = form_.n_bins();
  assert(out.size() == x.rows * n_frames * n_bins);
  if (form_.samples) {
    std::transform(x.data, x.data + x.size(), out.begin(),
                   [&](double value) { return static_cast<float>(value / form_.unit); });
    return;
  }
  FourierFrames bins(form_.n_fft);
  const std::size_t stride = form_.density ? n_bins : x.rows * n_bins;  // from frame to frame
  for (std::size_t c = 0; c < x.rows; ++c) {
    const std::vector<double> channel = scaled(x.row(c));
    for (std::size_t first = 0; first < n_frames; first += 2 * kFrames) {
      std::size_t starts[2 * kFrames];
      for (std::size_t i = 0; i < 2 * kFrames; ++i) starts[i] = std::min(first + i, n_frames - 1) * form_.hop;
      windowed(bins.re, channel.data(), std::span(starts).first<kFrames>());
      windowed(bins.im, channel.data(), std::span(starts).last<kFrames>());
      fourier_.transform(bins);
      const std::size_t n = std::min(2 * kFrames, n_frames - first);
      log_powers({out.data() + place(c, first, x.rows, n_frames), n, n_bins, stride}, bins, weights_, log_);
    }
  }
}

void Spectrogram::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  const std::size_t n_channels = in.shape.height, n_times = in.shape.width;
  const std::size_t n_out = out.shape.size() / out.shape.frames;
  for (std::size_t epoch = 0; epoch < in.n_trials * in.shape.frames; ++epoch) {
    const std::vector<double> x = doubles(in.data + epoch * n_channels * n_times, n_channels * n_times);
    image({out.data + epoch * n_out, n_out}, {x.data(), n_channels, n_times});
  }
}

// dP_f = dX_f derivative;  du_t = w_t Re(sum_f 2 dP_f conj(U_f) e^(-2 pi i f t / n)). Of frames from `first` on, a row
// of `dout` for each.
void Spectrogram::frames_gradient(std::span<double> dx, std::span<const double> x, std::size_t first,
                                  ConstMatrix dout) const {
  std::size_t starts[kFrames];
  for (std::size_t c = 0; c < kFrames; ++c) starts[c] = (first + std::min(c, dout.rows - 1)) * form_.hop;
  FourierFrames bins(form_.n_fft);
  windowed(bins.re, scaled(x).data(), starts);
  fourier_.transform(bins);
  for (std::size_t at = 0; at < bins.re.size(); ++at) {
    const std::size_t f = at / kFrames, c = at % kFrames;
    double& re = bins.re[at];
    double& im = bins.im[at];
    double factor = 0;
    if (f < form_.n_bins() && c < dout.rows)
      factor = 2 * weights_[f] * derivative(weights_[f] * (re * re + im * im)) * static_cast<double>(dout.row(c)[f]);
    re *= factor;
    im *= -factor;
  }
  fourier_.transform(bins);
  for (std::size_t c = 0; c < dout.rows; ++c) {
    double mean = 0;
    for (std::size_t k = 0; k < form_.window; ++k) mean += bins.re[k * kFrames + c] * window_[k];
    mean = form_.density ? mean / static_cast<double>(form_.window) : 0;
    for (std::size_t k = 0; k < form_.window; ++k) {
      const std::size_t t = starts[c] + k;
      const double du = bins.re[k * kFrames + c] * window_[k] - mean;
      if (form_.density) {
        dx[t] += du;
      } else if (x[t] > -form_.clip && x[t] < form_.clip) {
        dx[t] += du / form_.clip;
      }
    }
  }
}

void Spectrogram::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  if (form_.samples) {
    std::transform(dout.data, dout.data + dout.n_trials * dout.shape.size(), din.data,
                   [&](float gradient) { return static_cast<float>(static_cast<double>(gradient) / form_.unit); });
    return;
  }
  const std::size_t n_channels = in.shape.height, n_times = in.shape.width, n_frames = form_.n_frames(n_times);
  const std::size_t n_out = dout.shape.size() / dout.shape.frames;
  for (std::size_t row = 0; row < in.n_trials * in.shape.frames * n_channels; ++row) {
    const std::size_t epoch = row / n_channels, c = row % n_channels;
    const std::vector<double> x = doubles(in.data + row * n_times, n_times);
    std::vector<double> dx(n_times);
    const std::size_t stride = form_.density ? form_.n_bins() : n_channels * form_.n_bins();
    for (std::size_t first = 0; first < n_frames; first += kFrames) {
      frames_gradient(dx, x, first,
                      {dout.data + epoch * n_out + place(c, first, n_channels, n_frames),
                       std::min(kFrames, n_frames - first), form_.n_bins(), stride});
    }
    std::ranges::transform(dx, din.data + row * n_times, [](double value) { return static_cast<float>(value); });
  }
}

// Networks of sequences are not exported.
onnx::Value Spectrogram::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                 const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
