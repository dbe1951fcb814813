#include "model/layers/spectrogram.h"

#include <algorithm>
#include <cassert>

#include "base/options.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kLn10 = 2.302585092994045684;
constexpr double kHighestPower = 1e32;

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

}  // namespace

Spectrogram::Spectrogram(const SpectrogramForm& form) : form_(form), fourier_(form.n_fft), window_(window_of(form)) {
  if (!form.density) return;
  double squares = 0;
  for (const double value : window_) squares += value * value;
  scale_ = 1 / (form.sfreq * squares);
}

MapShape Spectrogram::out_shape(const MapShape& in) const {
  const std::size_t n_frames = form_.n_frames(in.width);
  if (form_.channels_first()) return {in.frames, in.height, n_frames, form_.n_bins()};
  return {in.frames, n_frames, in.height, form_.n_bins()};
}

// Where the bins of one frame of one channel stand among those of an epoch.
std::size_t Spectrogram::place(std::size_t channel, std::size_t frame, std::size_t n_channels,
                               std::size_t n_frames) const {
  return (form_.density ? channel * n_frames + frame : frame * n_channels + channel) * form_.n_bins();
}

double Spectrogram::mean_of(const double* x) const {
  if (!form_.density) return 0;
  double sum = 0;
  for (std::size_t k = 0; k < form_.window; ++k) sum += x[k];
  return sum / static_cast<double>(form_.window);
}

double Spectrogram::windowed(const double* x, double mean, std::size_t k) const {
  const double u = form_.density ? x[k] - mean : std::clamp(x[k], -form_.clip, form_.clip) / form_.clip;
  return u * window_[k];
}

void Spectrogram::transform(Bins& bins, const double* x) const {
  const double mean = mean_of(x);
  bins.assign(form_.n_fft, 0);
  for (std::size_t k = 0; k < form_.window; ++k) bins[k] = windowed(x, mean, k);
  fourier_.transform(bins);
}

// Of two frames with one transform: real numbers have symmetric spectra, so that the second one may take the imaginary
// part. What rounding carries from one to the other is 1e-16 of it.
void Spectrogram::two_powers(std::span<double> first, std::span<double> second, Bins& bins, const double* x,
                             const double* y) const {
  const double x_mean = mean_of(x), y_mean = mean_of(y);
  bins.assign(form_.n_fft, 0);
  for (std::size_t k = 0; k < form_.window; ++k) bins[k] = {windowed(x, x_mean, k), windowed(y, y_mean, k)};
  fourier_.transform(bins);
  for (std::size_t f = 0; f < form_.n_bins(); ++f) {
    const std::complex<double> a = bins[f], b = bins[(form_.n_fft - f) % form_.n_fft];
    const double re = a.real() + b.real(), im = a.imag() - b.imag(), other_re = a.imag() + b.imag(),
                 other_im = b.real() - a.real();
    first[f] = (re * re + im * im) / 4;
    second[f] = (other_re * other_re + other_im * other_im) / 4;
  }
}

// Bins that stand for two of the spectrum count twice.
double Spectrogram::power_factor(std::size_t bin) const {
  const bool is_double = form_.density && bin > 0 && bin + 1 < form_.n_bins();
  return is_double ? 2 * scale_ : scale_;
}

float Spectrogram::logarithm(double power) const {
  if (form_.density) return static_cast<float>(20 * portable::log(power + form_.floor) / kLn10);
  return static_cast<float>(portable::log(std::clamp(power, form_.floor, kHighestPower)) / kLn10 - kSpectrogramLevel);
}

double Spectrogram::slope(double power) const {
  if (form_.density) return 20 / (kLn10 * (power + form_.floor));
  return power > form_.floor && power < kHighestPower ? 1 / (kLn10 * power) : 0;
}

void Spectrogram::picture(std::span<float> out, MatrixView<const double> x) const {
  const std::size_t n_frames = form_.n_frames(x.cols), n_bins = form_.n_bins();
  assert(out.size() == x.rows * n_frames * n_bins);
  if (form_.samples) {
    std::transform(x.data, x.data + x.size(), out.begin(),
                   [&](double value) { return static_cast<float>(value / form_.unit); });
    return;
  }
  Bins bins;
  std::vector<double> powers(2 * n_bins);
  const std::span<double> all(powers);
  for (std::size_t c = 0; c < x.rows; ++c) {
    const double* channel = x.row(c).data();
    for (std::size_t s = 0; s < n_frames; ++s) {
      if (s % 2 == 0) {
        const std::size_t next = std::min(s + 1, n_frames - 1);
        two_powers(all.first(n_bins), all.last(n_bins), bins, channel + s * form_.hop, channel + next * form_.hop);
      }
      float* to = out.data() + place(c, s, x.rows, n_frames);
      for (std::size_t f = 0; f < n_bins; ++f) to[f] = logarithm(power_factor(f) * powers[s % 2 * n_bins + f]);
    }
  }
}

void Spectrogram::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  const std::size_t n_channels = in.shape.height, n_times = in.shape.width;
  const std::size_t n_out = out.shape.size() / out.shape.frames;
  for (std::size_t epoch = 0; epoch < in.n_trials * in.shape.frames; ++epoch) {
    const std::vector<double> x = doubles(in.data + epoch * n_channels * n_times, n_channels * n_times);
    picture({out.data + epoch * n_out, n_out}, {x.data(), n_channels, n_times});
  }
}

// dP_f = dX_f slope;  du_t = w_t Re(sum_f 2 dP_f conj(U_f) e^(-2 pi i f t / n))
void Spectrogram::frame_gradient(std::span<double> dx, const double* x, const float* dout) const {
  Bins bins;
  transform(bins, x);
  for (std::size_t f = 0; f < form_.n_fft; ++f) {
    if (f >= form_.n_bins()) {
      bins[f] = 0;
      continue;
    }
    const double size = bins[f].real() * bins[f].real() + bins[f].imag() * bins[f].imag();
    const double factor = power_factor(f);
    bins[f] = std::conj(bins[f]) * (2 * factor * slope(factor * size) * static_cast<double>(dout[f]));
  }
  fourier_.transform(bins);
  double mean = 0;
  for (std::size_t k = 0; k < form_.window; ++k) mean += bins[k].real() * window_[k];
  mean = form_.density ? mean / static_cast<double>(form_.window) : 0;
  for (std::size_t k = 0; k < form_.window; ++k) {
    const double du = bins[k].real() * window_[k] - mean;
    if (form_.density) {
      dx[k] += du;
    } else if (x[k] > -form_.clip && x[k] < form_.clip) {
      dx[k] += du / form_.clip;
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
    for (std::size_t s = 0; s < n_frames; ++s) {
      frame_gradient(std::span(dx).subspan(s * form_.hop), x.data() + s * form_.hop,
                     dout.data + epoch * n_out + place(c, s, n_channels, n_frames));
    }
    std::ranges::transform(dx, din.data + row * n_times, [](double value) { return static_cast<float>(value); });
  }
}

// Networks of sequences are not exported.
onnx::Value Spectrogram::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                 const MapShape& /*shape*/) const {
  stop_at_our_mistake();
}

}  // namespace eegate
