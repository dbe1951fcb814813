// Convolution as matrix products: the window of each output point is a row. If windows are contiguous in memory, the
// rows overlap and nothing is copied; otherwise windows are gathered (im2col), a block of rows at a time.
#include <algorithm>
#include <vector>

#include "base/lazy.h"
#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "model/layers/convolution.h"

namespace eegate {
namespace {

constexpr std::size_t kGatheredFloats = 1 << 16;  // 256 KiB of windows at a time: they stay in L2

bool no_padding(const ConvGeometry& g) {
  return g.pad_before.height + g.pad_before.width + g.pad_after.height + g.pad_after.width == 0;
}

class WindowConvolution final : public Convolution {
 public:
  explicit WindowConvolution(const ConvSizes& sizes)
      : sizes_(sizes), packed_(sizes.geometry.groups), transposed_(std::vector<PackedMatrix>(sizes.geometry.groups)) {
    const ConvGeometry& g = sizes_.geometry;
    one_run_ = g.groups == 1 && g.dilation.width == 1;
    overlaps_ = one_run_ && sizes_.kernel.height == 1 && g.pad_before.height + g.pad_after.height == 0;
    pointwise_ = overlaps_ && sizes_.kernel.width == 1 && g.stride.height * g.stride.width == 1 && no_padding(g);
  }

  void set_kernel(std::span<const float> kernel, std::span<const float> bias) override {
    kernel_.resize(kernel.size());
    for_taps([&](std::size_t stored, std::size_t used) { kernel_[used] = kernel[stored]; });
    const std::size_t n = sizes_.outputs_per_group();
    for (std::size_t g = 0; g < packed_.size(); ++g) {
      const ConstMatrix part = kernel_of(g);
      packed_[g].pack({&part, 1}, bias.empty() ? bias : bias.subspan(g * n, n));
    }
    transposed_.reset();
  }

  void forward(Maps out, ConstMaps in, Arena& arena) const override {
    if (pointwise_) return matmul(out.points(), in.points(), packed_[0]);
    const ArenaScope scope(arena);
    for_blocks(in, out.shape, arena, [&](std::size_t trial, std::size_t frame, const Block& b, ConstMatrix windows) {
      matmul(outputs(out.frame(trial, frame), out.shape, b), windows, packed_[b.group]);
    });
  }

  void backward(Maps din, std::span<float> dkernel, ConstMaps dout, ConstMaps in, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix taps = arena.matrix(sizes_.n_out, sizes_.n_taps());
    std::fill_n(taps.data, taps.size(), 0.0F);
    if (pointwise_) {
      weight_gradient(taps, dout.points(), in.points(), arena);
      if (din.data != nullptr) matmul(din.points(), dout.points(), transposed()[0]);
    } else {
      windows_backward(din, taps, dout, in, arena);
    }
    for_taps([&](std::size_t stored, std::size_t used) { dkernel[stored] += taps.data[used]; });
  }

 private:
  // Rows `first` ... `first + n - 1` of the outputs of a group.
  struct Block {
    std::size_t group, first, n;
  };

  void windows_backward(Maps din, Matrix taps, ConstMaps dout, ConstMaps in, Arena& arena) const {
    const std::size_t n_outputs = sizes_.outputs_per_group();
    if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
    for_blocks(in, dout.shape, arena, [&](std::size_t trial, std::size_t frame, const Block& b, ConstMatrix windows) {
      const ConstMatrix doutputs = outputs(dout.frame(trial, frame), dout.shape, b);
      weight_gradient(taps.slice_rows(b.group * n_outputs, n_outputs), doutputs, windows, arena);
      if (din.data == nullptr) return;
      const ArenaScope scope(arena);
      const Matrix dwindows = arena.matrix(doutputs.rows, sizes_.n_taps());
      matmul(dwindows, doutputs, transposed()[b.group]);
      scatter(din.frame(trial, frame), in.shape, dwindows, dout.shape.width, b);
    });
  }

  // Calls work(trial, frame, block, windows) for all outputs.
  template <class Work>
  void for_blocks(ConstMaps in, const MapShape& out, Arena& arena, const Work& work) const {
    const std::size_t row_floats = out.width * sizes_.n_taps();
    const std::size_t n_rows =
        overlaps_ ? 1 : std::clamp<std::size_t>(kGatheredFloats / row_floats, 1, std::max<std::size_t>(1, out.height));
    float* const scratch =
        arena.floats(overlaps_ ? padded_width(in.shape) * in.shape.maps : n_rows * row_floats).data();
    for (std::size_t trial = 0; trial < in.n_trials; ++trial) {
      for (std::size_t frame = 0; frame < out.frames; ++frame) {
        for (std::size_t first = 0; first < out.height; first += n_rows) {
          for (std::size_t g = 0; g < packed_.size(); ++g) {
            const Block block = {g, first, std::min(n_rows, out.height - first)};
            const ConstMatrix source = in.frame(trial, frame);
            work(trial, frame, block,
                 overlaps_ ? overlapping(source, in.shape, out.width, first, scratch)
                           : gather(source, in.shape, out.width, block, scratch));
          }
        }
      }
    }
  }

  std::size_t padded_width(const MapShape& in) const {
    return sizes_.geometry.pad_before.width + in.width + sizes_.geometry.pad_after.width;
  }

  // One row of outputs, whose windows overlap in one row of the maps, with padding if there is any.
  ConstMatrix overlapping(ConstMatrix source, const MapShape& in, std::size_t n, std::size_t row,
                          float* scratch) const {
    const ConvGeometry& g = sizes_.geometry;
    const float* samples = source.data + row * g.stride.height * in.width * in.maps;
    if (g.pad_before.width + g.pad_after.width > 0) {
      const std::size_t left = g.pad_before.width * in.maps, middle = in.width * in.maps;
      std::fill_n(scratch, left, 0.0F);
      std::copy_n(samples, middle, scratch + left);
      std::fill_n(scratch + left + middle, g.pad_after.width * in.maps, 0.0F);
      samples = scratch;
    }
    return {samples, n, sizes_.n_taps(), g.stride.width * in.maps};
  }

  ConstMatrix gather(ConstMatrix source, const MapShape& in, std::size_t width, const Block& b, float* scratch) const {
    const std::size_t n_taps = sizes_.n_taps();
    const Matrix windows(scratch, b.n * width, n_taps);
    if (!no_padding(sizes_.geometry)) std::fill_n(scratch, windows.size(), 0.0F);
    for (std::size_t i = 0; i < windows.rows; ++i) {
      float* const window = scratch + i * n_taps;
      for_runs(in, b.first + i / width, i % width, b.group, [&](std::size_t tap, std::size_t place, std::size_t n) {
        if (n == 1) {
          window[tap] = source.data[place];
        } else {
          std::copy_n(source.data + place, n, window + tap);
        }
      });
    }
    return windows;
  }

  // The transpose of gather(): adds the gradients of windows to those of the maps (col2im).
  void scatter(Matrix target, const MapShape& in, ConstMatrix windows, std::size_t width, const Block& b) const {
    for (std::size_t i = 0; i < windows.rows; ++i) {
      const float* const window = windows.data + i * windows.stride;
      for_runs(in, b.first + i / width, i % width, b.group, [&](std::size_t tap, std::size_t place, std::size_t n) {
        if (n == 1) {
          target.data[place] += window[tap];
        } else {
          add_scaled({target.data + place, n}, {window + tap, n}, 1.0F);
        }
      });
    }
  }

  // Calls run(first tap, first place in the frame, how many) for the parts of an output's window that lie on the maps.
  template <class Run>
  void for_runs(const MapShape& in, std::size_t out_y, std::size_t out_x, std::size_t group, const Run& run) const {
    const ConvGeometry& g = sizes_.geometry;
    const std::size_t n_in = sizes_.n_in, width = sizes_.kernel.width;
    const std::size_t left = out_x * g.stride.width, end = g.pad_before.width + in.width;  // on the padded maps
    for (std::size_t ky = 0; ky < sizes_.kernel.height; ++ky) {
      const std::size_t y = out_y * g.stride.height + ky * g.dilation.height;
      if (y < g.pad_before.height || y - g.pad_before.height >= in.height) continue;
      const std::size_t row = (y - g.pad_before.height) * in.width;
      if (one_run_) {
        const std::size_t from = g.pad_before.width > left ? g.pad_before.width - left : 0;
        const std::size_t to = end > left ? std::min(width, end - left) : 0;
        if (from >= to) continue;
        run((ky * width + from) * n_in, (row + left + from - g.pad_before.width) * in.maps, (to - from) * n_in);
        continue;
      }
      for (std::size_t kx = 0; kx < width; ++kx) {
        const std::size_t x = left + kx * g.dilation.width;
        if (x < g.pad_before.width || x >= end) continue;
        run((ky * width + kx) * n_in, (row + x - g.pad_before.width) * in.maps + group * n_in, n_in);
      }
    }
  }

  template <class T>
  MatrixView<T> outputs(MatrixView<T> frame, const MapShape& out, const Block& b) const {
    const std::size_t n = sizes_.outputs_per_group();
    return frame.slice_rows(b.first * out.width, b.n * out.width).slice_cols(b.group * n, n);
  }

  // Calls f(index in [out, in, y, x], index in [out, y, x, in]): the orders in which kernels are stored and used.
  template <class F>
  void for_taps(const F& f) const {
    const std::size_t n_in = sizes_.n_in, n_points = sizes_.kernel.height * sizes_.kernel.width;
    for (std::size_t o = 0; o < sizes_.n_out; ++o) {
      for (std::size_t i = 0; i < n_in; ++i) {
        for (std::size_t p = 0; p < n_points; ++p) f((o * n_in + i) * n_points + p, (o * n_points + p) * n_in + i);
      }
    }
  }

  ConstMatrix kernel_of(std::size_t group) const {
    const std::size_t n = sizes_.outputs_per_group(), n_taps = sizes_.n_taps();
    return {kernel_.data() + group * n * n_taps, n, n_taps};
  }

  const std::vector<PackedMatrix>& transposed() const {
    return transposed_.get([&](std::vector<PackedMatrix>& groups) {
      for (std::size_t g = 0; g < groups.size(); ++g) {
        const ConstMatrix part = kernel_of(g);
        groups[g].pack_transposed({&part, 1});
      }
    });
  }

  ConvSizes sizes_;
  bool one_run_ = false;                        // a row of a window is contiguous
  bool overlaps_ = false;                       // windows are overlapping rows of a matrix
  bool pointwise_ = false;                      // windows are the points themselves
  std::vector<float> kernel_;                   // [out, height, width, in / groups]
  std::vector<PackedMatrix> packed_;            // one for each group
  Lazy<std::vector<PackedMatrix>> transposed_;  // transposes, packed at the first backward with these weights
};

}  // namespace

std::unique_ptr<Convolution> make_window_convolution(const ConvSizes& sizes) {
  return std::make_unique<WindowConvolution>(sizes);
}

}  // namespace eegate
