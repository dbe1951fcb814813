// The band power baseline as ONNX: each channel for itself through the cosines and sines, squares summed by band.
#include "model/layers/band_power.h"

#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {

Value band_power(GraphBuilder& g, const Value& x, const Source& source) {
  const BandKernels k = band_kernels(source.config.fields.number("sfreq"),
                                     welch_segment(source.config.fields.number("sfreq"), source.config.n_times));
  const std::size_t n_maps = k.bands.back().end, n_bands = k.bands.size();
  std::vector<float> members(n_maps * n_bands, 0.0F);
  for (std::size_t b = 0; b < n_bands; ++b) {
    for (std::size_t i = k.bands[b].first; i < k.bands[b].end; ++i) members[i * n_bands + b] = 1;
  }
  g.set_place("bands");
  const Value kernels = g.constant("kernels", k.values, {extent(n_maps), 1, extent(k.segment)});
  const Value rows = g.reshape(x, {-1, 1, extent(source.n_times)});
  const Value means = g.add("ReduceMean", {rows}, {{"axes", Ints{2}}, {"keepdims", std::int64_t{1}}});
  const Value channels = g.add("Sub", {rows, means});
  const Value parts = g.add("Conv", {channels, kernels},
                            {{"kernel_shape", Ints{extent(k.segment)}}, {"strides", Ints{extent(k.step)}}});
  const Value squares =
      g.add("ReduceMean", {g.add("Mul", {parts, parts})}, {{"axes", Ints{2}}, {"keepdims", std::int64_t{0}}});
  const Value powers = g.add("MatMul", {squares, g.constant("members", members, {extent(n_maps), extent(n_bands)})});
  const Value logs = g.add("Log", {g.add("Add", {powers, g.scalar(kTinyPower_uv2)})});
  const std::size_t n_features = source.config.n_chans * n_bands;
  g.set_place("norm");
  const Value normed =
      batch_norm(g, g.reshape(logs, {-1, extent(n_features)}), "norm", source.config.fields.number("bn_eps"));
  g.set_place("head");
  return linear(g, normed, "head");
}

}  // namespace eegate::onnx
