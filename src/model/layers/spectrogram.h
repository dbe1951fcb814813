// The input images of sleep staging networks, one for each epoch of signal: spectrograms as the
// published networks compute them, in double (docs/MODEL.md), or the samples themselves.
#pragma once

#include <vector>

#include "kernels/fourier_frame.h"
#include "model/layers/layer.h"

namespace eegate {

// Offset that is subtracted from spectrograms of power (not of density), about the level of a quiet EEG, to use the
// precision of float32. The standardisation that follows removes it.
inline constexpr double kSpectrogramLevel = -5;

struct SpectrogramForm {
  std::size_t n_fft = 128, window = 128, hop = 60;  // frames of `window` samples, zero-padded to n_fft
  // false: X = log10(max(P, floor)) of P = |sum_k w_k u_k e^(-2 pi i f k / n)|^2, u = clip(x) / clip, w a symmetric
  // Hann
  //        window divided by its sum; {L, S, C, F}
  // true:  X = 20 log10(P + floor) of the one-sided density of frames without their mean under a periodic Hamming
  //        window; {L, C, S, F}
  bool density = false;
  // The image is the signal divided by `unit`: {L, C, T, 1}
  bool samples = false;
  double unit = 1;
  double clip = 20;  // only if density is false
  double floor = 1e-20;
  double sfreq = 100;  // Hz, only for a density

  std::size_t n_bins() const { return samples ? 1 : n_fft / 2 + 1; }
  std::size_t n_frames(std::size_t n_times) const {
    if (samples) return n_times;
    return n_times < window ? 0 : (n_times - window) / hop + 1;
  }
  bool channels_first() const { return density || samples; }
};

// {L, C, T, 1} -> {L, S, C, F}, {L, C, S, F} (density) or {L, C, T, 1} (samples): L epochs, S frames, F bins.
class Spectrogram final : public Layer {
 public:
  explicit Spectrogram(const SpectrogramForm& form);

  std::string_view name() const override { return "spectrogram"; }
  MapShape out_shape(const MapShape& in) const override;
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

  // The image of one epoch x [C, T]; `out` has the size of one frame of out_shape().
  void image(std::span<float> out, MatrixView<const double> x) const;
  const SpectrogramForm& form() const { return form_; }

 private:
  std::size_t place(std::size_t channel, std::size_t frame, std::size_t n_channels, std::size_t n_frames) const;
  std::vector<double> scaled(std::span<const double> x) const;
  void windowed(std::span<double> values, const double* x, std::span<const std::size_t> starts) const;
  double derivative(double power) const;
  void frames_gradient(std::span<double> dx, std::span<const double> x, std::size_t first, ConstMatrix dout) const;

  SpectrogramForm form_;
  FourierFrame fourier_;
  std::vector<double> window_, weights_;  // weights of the bins' powers
  LogPower log_;
};

}  // namespace eegate
