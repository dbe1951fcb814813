// The CNN of the gated-transformer paper as ONNX.
#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {

Value cnn(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const std::size_t kernel = f.size("kernel_length");
  g.set_place("conv");
  const Value maps = convolution(g, x, "conv", {.pads = {same_left(kernel), same_right(kernel)}});
  const Value flat = relu_and_blocks(g, maps, source.n_times, f.size("pool"));
  g.set_place("head");
  return linear(g, flat, "head");
}

}  // namespace eegate::onnx
