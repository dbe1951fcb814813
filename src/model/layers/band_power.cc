#include "model/layers/band_power.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kEdges_hz[] = {1, 4, 8, 13, 30, 50};

// cos and -sin of bin k under a Hann window, minus their mean (which removes the mean of the signal), scaled so that
// the sum of squares is the power.
void add_kernels(std::vector<float>& kernels, std::size_t bin, double scale, std::span<const double> window) {
  const std::size_t n = window.size();
  for (const bool is_sine : {false, true}) {
    std::vector<double> taps(n);
    double mean = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const double turns = static_cast<double>(bin * t % n) / static_cast<double>(n);
      taps[t] = scale * window[t] * (is_sine ? -portable::sin_turns(turns) : portable::cos_turns(turns));
      mean += taps[t] / static_cast<double>(n);
    }
    for (const double tap : taps) kernels.push_back(static_cast<float>(tap - mean));
  }
}

std::vector<double> hann_window(std::size_t n) {
  std::vector<double> window(n);
  for (std::size_t t = 0; t < n; ++t) {
    window[t] = 0.5 - 0.5 * portable::cos_turns(static_cast<double>(t) / static_cast<double>(n));
  }
  return window;
}

// Subtracts the mean of each channel. The kernels remove it, too, but only up to rounding: a flat channel with a large
// offset would be left with an arbitrary small power.
void center(Matrix out, ConstMatrix channels) {
  for (std::size_t i = 0; i < channels.rows; ++i) {
    double sum = 0;
    for (const float value : channels.row(i)) sum += static_cast<double>(value);
    const double mean = sum / static_cast<double>(channels.cols);
    std::ranges::transform(channels.row(i), out.row(i).begin(),
                           [mean](float value) { return static_cast<float>(static_cast<double>(value) - mean); });
  }
}

// Mean over the segments.
double power_of(ConstMatrix segments, const BinRange& band) {
  double sum = 0;
  for (std::size_t s = 0; s < segments.rows; ++s) {
    for (const float part : segments.row(s).subspan(band.first, band.end - band.first))
      sum += static_cast<double>(part) * static_cast<double>(part);
  }
  return sum / static_cast<double>(segments.rows) + kTinyPower_uv2;
}

}  // namespace

std::size_t welch_segment(double sfreq, std::size_t n_times) { return to_size_within(std::round(sfreq), 1, n_times); }

std::vector<BinRange> eeg_band_bins(double sfreq, std::size_t segment) {
  std::vector<BinRange> bands;
  const double bin_hz = sfreq / static_cast<double>(segment);
  for (std::size_t band = 0; band + 1 < std::size(kEdges_hz); ++band) {
    BinRange range;
    for (std::size_t bin = 0; bin <= segment / 2; ++bin) {
      const double hz = static_cast<double>(bin) * bin_hz;
      if (hz < kEdges_hz[band]) range.first = bin + 1;
      if (hz < kEdges_hz[band + 1]) range.end = bin + 1;
    }
    if (range.first < range.end) bands.push_back(range);
  }
  return bands;
}

BandKernels band_kernels(double sfreq, std::size_t segment) {
  BandKernels kernels{.segment = segment, .step = std::max<std::size_t>(1, segment - segment / 2)};
  const std::vector<double> window = hann_window(segment);
  double window_power = 0;
  for (const double w : window) window_power += w * w;
  for (const BinRange& bins : eeg_band_bins(sfreq, segment)) {
    const std::size_t first = kernels.bands.empty() ? 0 : kernels.bands.back().end;
    kernels.bands.push_back({first, first + 2 * (bins.end - bins.first)});
    for (std::size_t bin = bins.first; bin < bins.end; ++bin) {
      // Density times the width of a bin: the sampling rate cancels. All bins but the last count twice, for the
      // negative frequencies.
      const double twins = 2 * bin == segment ? 1 : 2;
      add_kernels(kernels.values, bin, std::sqrt(twins / (window_power * static_cast<double>(segment))), window);
    }
  }
  return kernels;
}

BandPower::BandPower(double sfreq, std::size_t segment) : sfreq_(sfreq) {
  const BandKernels kernels = band_kernels(sfreq, segment);
  bands_ = kernels.bands;
  sizes_ = {.n_out = bands_.back().end, .n_in = 1, .kernel = {1, segment}, .geometry = {.stride = {1, kernels.step}}};
  convolution_ = make_convolution(sizes_);
  convolution_->set_kernel(kernels.values, {});
}

void BandPower::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const MapShape shape = sizes_.out_shape(in.shape);
  const Matrix parts = context.saved(in.n_trials * shape.n_points(), shape.maps);
  const ArenaScope scope(context.arena);
  const std::size_t n_times = in.shape.width, n_channels = in.n_trials * in.shape.n_points() / n_times;
  const Matrix centered = context.arena.matrix(n_channels, n_times);
  center(centered, {in.data, n_channels, n_times});
  convolution_->forward({parts.data, in.n_trials, shape}, {centered.data, in.n_trials, in.shape}, context.arena);
  const Matrix powers(out.data, out.n_trials * out.shape.n_points(), out.shape.maps);
  for (std::size_t channel = 0; channel < powers.rows; ++channel) {
    const ConstMatrix segments = parts.slice_rows(channel * shape.width, shape.width);
    for (std::size_t b = 0; b < bands_.size(); ++b)
      powers.row(channel)[b] = static_cast<float>(portable::log(power_of(segments, bands_[b])));
  }
}

void BandPower::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ConstMatrix parts = context.tape.pop();
  if (din.data == nullptr) return;
  const ArenaScope scope(context.arena);
  const MapShape shape = sizes_.out_shape(in.shape);
  const Matrix dparts = context.arena.matrix(parts.rows, parts.cols);
  const Matrix dpowers(dout.data, dout.n_trials * dout.shape.n_points(), dout.shape.maps);
  for (std::size_t channel = 0; channel < dpowers.rows; ++channel) {
    const ConstMatrix segments = parts.slice_rows(channel * shape.width, shape.width);
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      // d log(mean of squares) = 2 part / (n mean of squares)
      const double factor = 2 * static_cast<double>(dpowers.row(channel)[b]) /
                            (static_cast<double>(shape.width) * power_of(segments, bands_[b]));
      for (std::size_t s = 0; s < shape.width; ++s) {
        for (std::size_t k = bands_[b].first; k < bands_[b].end; ++k) {
          dparts.row(channel * shape.width + s)[k] =
              static_cast<float>(factor * static_cast<double>(segments.row(s)[k]));
        }
      }
    }
  }
  const std::span<float> unused = context.arena.floats(sizes_.n_out * sizes_.n_taps());
  std::ranges::fill(unused, 0.0F);
  convolution_->backward(din, unused, {dparts.data, in.n_trials, shape}, in, context.arena);
}

// Each channel is convolved with the cosines and sines, and the squares are summed by band.
onnx::Value BandPower::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  using onnx::extent, onnx::Ints, onnx::Value;
  const BandKernels k = band_kernels(sfreq_, sizes_.kernel.width);
  const std::size_t n_maps = k.bands.back().end, n_bands = k.bands.size();
  std::vector<float> members(n_maps * n_bands, 0.0F);
  for (std::size_t b = 0; b < n_bands; ++b) {
    for (std::size_t i = k.bands[b].first; i < k.bands[b].end; ++i) members[i * n_bands + b] = 1;
  }
  g.set_place("bands");
  const auto mean = [&](const Value& x, std::int64_t keeps) {
    return g.add("ReduceMean", {x}, {{"axes", Ints{2}}, {"keepdims", keeps}});
  };
  const Value rows = g.reshape(in, {-1, 1, extent(shape.width)});
  const Value parts = g.add(
      "Conv",
      {g.add("Sub", {rows, mean(rows, 1)}), g.constant("kernels", k.values, {extent(n_maps), 1, extent(k.segment)})},
      {{"kernel_shape", Ints{extent(k.segment)}}, {"strides", Ints{extent(k.step)}}});
  const Value squares = mean(g.add("Mul", {parts, parts}), 0);
  const Value powers = g.add("MatMul", {squares, g.constant("members", members, {extent(n_maps), extent(n_bands)})});
  const Value logs = g.add("Log", {g.add("Add", {powers, g.scalar(kTinyPower_uv2)})});
  const Value channels = g.reshape(logs, {-1, extent(shape.height), extent(n_bands)});
  return g.unsqueeze(g.transpose(channels, {0, 2, 1}), 3);
}

}  // namespace eegate
