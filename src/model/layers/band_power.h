// Log band power of each channel, by Welch's method.
#pragma once

#include <memory>
#include <vector>

#include "model/layers/convolution.h"

namespace eegate {

// A range of bins of a spectrum whose bin k has the frequency k sfreq / segment.
struct BinRange {
  std::size_t first = 0, end = 0;
};

// Length of a Welch segment in samples: one second, or the whole window if that is shorter.
std::size_t welch_segment(double sfreq, std::size_t n_times);
// The bins of 1-4, 4-8, 8-13, 13-30 and 30-50 Hz. Bands in which this spectrum has no bin are left out.
std::vector<BinRange> eeg_band_bins(double sfreq, std::size_t segment);

// Added to a power before its logarithm, so that a flat channel has a finite one.
inline constexpr double kTinyPower_uv2 = 1e-12;

// The Fourier transform of a segment as a convolution: kernels [2 bins, segment], a cosine and a sine for each bin,
// scaled so that the squared outputs of a band sum to its power. Segments overlap by half.
struct BandKernels {
  std::size_t segment = 0, step = 0;
  std::vector<BinRange> bands;  // indices of the kernels of each band
  std::vector<float> values;
};
BandKernels band_kernels(double sfreq, std::size_t segment);

// {1, C, T, 1} -> {1, C, 1, bands}: natural logarithm of the power (uV^2) of each channel in each band, from Welch's
// spectrum (scipy.signal.welch: segments overlapping by half, periodic Hann window, mean removed). No weights.
class BandPower final : public Layer {
 public:
  BandPower(double sfreq, std::size_t segment);

  std::string_view name() const override { return "band power"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, in.height, 1, bands_.size()}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  std::size_t n_saved() const override { return 1; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  double sfreq_;
  ConvSizes sizes_;
  std::vector<BinRange> bands_;  // indices of the convolution's outputs
  std::unique_ptr<Convolution> convolution_;
};

}  // namespace eegate
