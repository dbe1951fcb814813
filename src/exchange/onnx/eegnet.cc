// EEGNet as ONNX: maps [B, F, 1 or C, T].
#include "exchange/onnx/architectures.h"
#include "model/architectures/eegnet_options.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

Ints time_pads(const ConfigNode& f, std::size_t kernel) {
  const std::int64_t half = extent(kernel / 2);
  const bool torch = f.option("pad", kEegnetHalfPadding);
  return {0, torch ? half : same_left(kernel), 0, torch ? half : same_right(kernel)};
}

Value elu_and_pool(GraphBuilder& g, const Value& x, std::size_t width) {
  const Ints size = {1, extent(width)};
  return pool(g, "AveragePool", g.add("Elu", {x}), size, size);
}

}  // namespace

Value eegnet(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const double epsilon = f.number("bn_eps");
  const std::int64_t maps = extent(f.size("F1") * f.size("D"));
  g.set_place("temporal");
  Value y = convolution(g, g.unsqueeze(x, 1), "temporal", {.pads = time_pads(f, f.size("kernel_length"))});
  y = batch_norm(g, y, "bn1", epsilon);
  g.set_place("spatial");
  y = convolution(g, y, "spatial", {.group = extent(f.size("F1"))});
  y = elu_and_pool(g, batch_norm(g, y, "bn2", epsilon), f.size("pool1"));
  g.set_place("separable");
  y = convolution(g, y, "sep_depth", {.group = maps, .pads = time_pads(f, f.size("sep_kernel_length"))});
  y = convolution(g, y, "sep_point");
  y = g.squeeze(elu_and_pool(g, batch_norm(g, y, "bn3", epsilon), f.size("pool2")), 2);
  g.set_place("head");
  if (f.option("flatten", kEegnetTimeFirst)) y = g.transpose(y, {0, 2, 1});
  return linear(g, g.reshape(y, {0, -1}), "head");
}

}  // namespace eegate::onnx
