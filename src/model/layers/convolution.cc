#include "model/layers/convolution.h"

#include <cassert>

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

}  // namespace eegate
