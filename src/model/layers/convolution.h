// Two-dimensional convolution (cross-correlation, as in torch.nn.functional.conv2d) of maps, by the algorithm that
// suits its sizes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/arena.h"
#include "model/layers/layer.h"

namespace eegate {

struct Extent {
  std::size_t height = 1, width = 1;
};

struct ConvGeometry {
  Extent stride = {}, dilation = {};
  Extent pad_before = {0, 0}, pad_after = {0, 0};  // zeros above and to the left; below and to the right
  std::size_t groups = 1;
};

// Padding over time that keeps the length; for an even kernel one more zero on the right.
inline ConvGeometry same_times(std::size_t kernel, std::size_t groups = 1) {
  return {.pad_before = {0, (kernel - 1) / 2}, .pad_after = {0, kernel / 2}, .groups = groups};
}

struct ConvSizes {
  std::size_t n_out = 0, n_in = 0;  // output maps; input maps of one group
  Extent kernel;
  ConvGeometry geometry;

  std::size_t n_taps() const { return kernel.height * kernel.width * n_in; }
  std::size_t outputs_per_group() const { return n_out / geometry.groups; }
  MapShape out_shape(const MapShape& in) const;
};

class Convolution {
 public:
  virtual ~Convolution() = default;
  // kernel [out, in / groups, height, width]; bias [out] or empty.
  virtual void set_kernel(std::span<const float> kernel, std::span<const float> bias) = 0;
  virtual void forward(Maps out, ConstMaps in, Arena& arena) const = 0;
  // Writes din unless it is null; dkernel += the gradient of the kernel.
  virtual void backward(Maps din, std::span<float> dkernel, ConstMaps dout, ConstMaps in, Arena& arena) const = 0;
};

std::unique_ptr<Convolution> make_convolution(const ConvSizes& sizes);

// As matrix products of windows and packed kernels; any sizes.
std::unique_ptr<Convolution> make_window_convolution(const ConvSizes& sizes);
// Depthwise (groups = input maps) along one axis, as sums of scaled rows.
std::unique_ptr<Convolution> make_depthwise_convolution(const ConvSizes& sizes);

}  // namespace eegate
