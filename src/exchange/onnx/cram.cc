// CRAM as ONNX. Windows overlap, so the convolution runs once over the whole trial and the windows are cut from its
// maps.
#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

std::size_t count_windows(const ConfigNode& f, std::size_t n_times) {
  const std::size_t room = n_times - f.size("window"), step = f.size("step");
  return f.flag("strict") ? (room + step - 1) / step : room / step + 1;
}

// Maps [B, F, T'] -> [B, F, windows, samples of a window that the kernel covers].
Value cut_windows(GraphBuilder& g, const Value& maps, const ConfigNode& f, std::size_t n_windows) {
  const std::size_t length = f.size("window") - f.size("kernel_length") + 1;
  Ints samples;
  for (std::size_t window = 0; window < n_windows; ++window) {
    for (std::size_t i = 0; i < length; ++i) samples.push_back(extent(window * f.size("step") + i));
  }
  return g.gather(maps, g.integers(samples, {extent(n_windows), extent(length)}), 2);
}

}  // namespace

Value cram(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const std::size_t n_windows = count_windows(f, source.n_times);
  g.set_place("conv");
  const Value maps = g.add("Relu", {batch_norm(g, convolution(g, x, "conv"), "bn", f.number("bn_eps"))});
  const Value windows = cut_windows(g, maps, f, n_windows);
  Value y = pool(g, "MaxPool", windows, {1, extent(f.size("pool"))}, {1, extent(f.size("pool_stride"))});
  y = g.reshape(g.transpose(y, {0, 2, 1, 3}), {0, extent(n_windows), -1});
  const Value h =
      lstm_stack(g, g.transpose(y, {1, 0, 2}), "lstm", f.size("n_layers"), f.size("hidden"), /*both_directions=*/false);
  const Value pooled = context_attention(g, g.transpose(h, {1, 0, 2}), "attn", "u");
  g.set_place("head");
  return linear(g, pooled, "head");
}

}  // namespace eegate::onnx
