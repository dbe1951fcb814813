#include "model/layers/convolution.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "kernels/rows.h"

namespace eegate {
namespace {

std::size_t out_extent(std::size_t n, std::size_t kernel, std::size_t stride, std::size_t dilation, std::size_t pads) {
  const std::size_t span = dilation * (kernel - 1) + 1;
  assert(n + pads >= span && "the window is larger than the map: the configuration should have been refused");
  return (n + pads - span) / stride + 1;
}

bool is_depthwise_line(const ConvSizes& sizes) {
  const ConvGeometry& g = sizes.geometry;
  const bool unit_steps =
      g.stride.height == 1 && g.stride.width == 1 && g.dilation.height == 1 && g.dilation.width == 1;
  if (!unit_steps || sizes.n_in != 1 || g.groups == 1) return false;
  const bool no_rows = g.pad_before.height + g.pad_after.height == 0,
             no_columns = g.pad_before.width + g.pad_after.width == 0;
  if (sizes.kernel.height == 1) return no_rows && g.pad_after.width < sizes.kernel.width;
  return sizes.kernel.width == 1 && no_columns && g.pad_after.height < sizes.kernel.height;
}

// Along one axis, over time or over channels, as sums of rows times vectors of taps. Every map has `multiplier` outputs
// (depth_multiplier of Keras), interleaved.
class DepthwiseConvolution final : public Convolution {
 public:
  explicit DepthwiseConvolution(const ConvSizes& sizes)
      : n_maps_(sizes.geometry.groups),
        multiplier_(sizes.outputs_per_group()),
        over_time_(sizes.kernel.height == 1),
        length_(over_time_ ? sizes.kernel.width : sizes.kernel.height),
        pad_(over_time_ ? sizes.geometry.pad_before.width : sizes.geometry.pad_before.height),
        taps_(sizes.n_out * length_),
        bias_(sizes.n_out, 0.0F) {}

  void set_kernel(std::span<const float> kernel, std::span<const float> bias) override {
    for_taps([&](std::size_t stored, std::size_t used) { taps_[used] = kernel[stored]; });
    for (std::size_t i = 0; i < bias.size(); ++i) bias_[i % multiplier_ * n_maps_ + i / multiplier_] = bias[i];
  }

  void forward(Maps out, ConstMaps in, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix turn = arena.matrix(line_length(out.shape), n_maps_);
    for_lines(in, [&](std::size_t trial, std::size_t frame, std::size_t i) {
      const ConstMatrix source = line(in, trial, frame, i);
      const Matrix target = line(out, trial, frame, i);
      for (std::size_t d = 0; d < multiplier_; ++d) {
        const std::span<const float> bias = std::span(bias_).subspan(d * n_maps_, n_maps_);
        if (multiplier_ == 1) {
          correlate_rows(target, source, taps(d), bias, pad_);
          continue;
        }
        correlate_rows(turn, source, taps(d), bias, pad_);
        for_outputs(turn.rows, d, [&](std::size_t r, std::size_t m, std::size_t o) {
          target.data[r * target.stride + o] = turn.data[r * n_maps_ + m];
        });
      }
    });
  }

  void backward(Maps din, std::span<float> dkernel, ConstMaps dout, ConstMaps in, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix turn = arena.matrix(line_length(dout.shape), n_maps_),
                 unwanted = arena.matrix(line_length(in.shape), n_maps_),
                 dtaps = arena.matrix(multiplier_ * length_, n_maps_);
    std::fill_n(dtaps.data, dtaps.size(), 0.0F);
    std::fill_n(unwanted.data, unwanted.size(), 0.0F);
    if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
    for_lines(in, [&](std::size_t trial, std::size_t frame, std::size_t i) {
      const ConstMatrix source = line(in, trial, frame, i), doutput = line(dout, trial, frame, i);
      const Matrix target = din.data == nullptr ? unwanted : line(din, trial, frame, i);
      for (std::size_t d = 0; d < multiplier_; ++d) {
        for_outputs(turn.rows, d, [&](std::size_t r, std::size_t m, std::size_t o) {
          turn.data[r * n_maps_ + m] = doutput.data[r * doutput.stride + o];
        });
        correlate_rows_gradient(target, dtaps.slice_rows(d * length_, length_), turn, source, taps(d), pad_);
      }
    });
    for_taps([&](std::size_t stored, std::size_t used) { dkernel[stored] += dtaps.data[used]; });
  }

 private:
  std::size_t line_length(const MapShape& shape) const { return over_time_ ? shape.width : shape.height; }

  // A row of the maps over time, or a column over the channels: its points as rows.
  template <class T>
  MatrixView<T> line(const MapsView<T>& maps, std::size_t trial, std::size_t frame, std::size_t index) const {
    const MapShape& s = maps.shape;
    T* const first = maps.frame(trial, frame).data;
    if (over_time_) return {first + index * s.width * s.maps, s.width, s.maps};
    return {first + index * s.maps, s.height, s.maps, s.width * s.maps};
  }

  template <class Work>
  void for_lines(ConstMaps in, const Work& work) const {
    const std::size_t n_lines = over_time_ ? in.shape.height : in.shape.width;
    for (std::size_t trial = 0; trial < in.n_trials; ++trial) {
      for (std::size_t frame = 0; frame < in.shape.frames; ++frame) {
        for (std::size_t i = 0; i < n_lines; ++i) work(trial, frame, i);
      }
    }
  }

  // Calls f(row, map, output) for the outputs that are the turn-th of their maps.
  template <class F>
  void for_outputs(std::size_t n_rows, std::size_t turn, const F& f) const {
    for (std::size_t r = 0; r < n_rows; ++r) {
      for (std::size_t m = 0; m < n_maps_; ++m) f(r, m, m * multiplier_ + turn);
    }
  }

  // Calls f(place in [out, tap], place in [turn, tap, map]).
  template <class F>
  void for_taps(const F& f) const {
    for (std::size_t o = 0; o < n_maps_ * multiplier_; ++o) {
      for (std::size_t k = 0; k < length_; ++k)
        f(o * length_ + k, (o % multiplier_ * length_ + k) * n_maps_ + o / multiplier_);
    }
  }

  ConstMatrix taps(std::size_t turn) const { return {taps_.data() + turn * length_ * n_maps_, length_, n_maps_}; }

  std::size_t n_maps_, multiplier_;
  bool over_time_;
  std::size_t length_, pad_;
  std::vector<float> taps_;  // [multiplier, length, maps]
  std::vector<float> bias_;  // [multiplier, maps]
};

}  // namespace

MapShape ConvSizes::out_shape(const MapShape& in) const {
  assert(in.maps == n_in * geometry.groups && n_out % geometry.groups == 0);
  const ConvGeometry& g = geometry;
  return {in.frames,
          out_extent(in.height, kernel.height, g.stride.height, g.dilation.height,
                     g.pad_before.height + g.pad_after.height),
          out_extent(in.width, kernel.width, g.stride.width, g.dilation.width, g.pad_before.width + g.pad_after.width),
          n_out};
}

std::unique_ptr<Convolution> make_convolution(const ConvSizes& sizes) {
  return is_depthwise_line(sizes) ? make_depthwise_convolution(sizes) : make_window_convolution(sizes);
}

std::unique_ptr<Convolution> make_depthwise_convolution(const ConvSizes& sizes) {
  return std::make_unique<DepthwiseConvolution>(sizes);
}

}  // namespace eegate
