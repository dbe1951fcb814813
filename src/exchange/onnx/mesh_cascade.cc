// Mesh-Cascade as ONNX: samples on the electrode mesh, then segments of samples through the LSTM.
#include "exchange/onnx/architectures.h"
#include "model/electrode_mesh.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

constexpr std::int64_t kRows = extent(kMeshCells / kMeshCols), kCols = extent(kMeshCols);

// Electrode values [B, T, C] -> meshes [B * T, 1, rows, columns]; a cell without electrode is zero.
Value on_mesh(GraphBuilder& g, const Value& x, const std::vector<std::string>& ch_names) {
  const std::int64_t n_chans = extent(ch_names.size());
  Ints sources(kMeshCells, n_chans);  // one channel more than there are: zeros
  for (std::size_t c = 0; c < ch_names.size(); ++c) {
    sources[static_cast<std::size_t>(mesh_cell(ch_names[c]))] = extent(c);
  }
  const Value padded = g.add("Pad", {x, g.integers({0, 0, 0, 0, 0, 1})});
  return g.reshape(g.gather(padded, g.integers(sources), 2), {-1, 1, kRows, kCols});
}

}  // namespace

Value mesh_cascade(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const std::size_t segment = f.size("segment"), hop = f.size("hop");
  const std::size_t n_segments = (source.n_times - segment) / hop + 1;
  const std::size_t n_used = (n_segments - 1) * hop + segment;
  // Every sample is standardised once more, over the electrodes.
  const Value used = g.slice(x, 2, 0, extent(n_used));
  Value y = standardize(g, g.transpose(used, {0, 2, 1}), Standardize::kZscore, source.config.n_chans);
  g.set_place("mesh");
  y = on_mesh(g, y, source.ch_names);
  for (std::size_t i = 0; i < f.list("maps").size(); ++i)
    y = g.add("Elu", {convolution(g, y, "conv." + std::to_string(i), {.pads = {1, 1, 1, 1}})});
  const std::int64_t n_maps = f.list("maps").back(), dense = extent(f.size("dense"));
  y = g.add("Elu", {linear(g, g.reshape(y, {-1, n_maps * extent(kMeshCells)}), "dense")});
  Ints samples;
  for (std::size_t s = 0; s < n_segments; ++s)
    for (std::size_t i = 0; i < segment; ++i) samples.push_back(extent(s * hop + i));
  const Value places = g.integers(samples, {extent(n_segments), extent(segment)});
  y = g.gather(g.reshape(y, {-1, extent(n_used), dense}), places, 1);
  y = g.transpose(g.reshape(y, {-1, extent(segment), dense}), {1, 0, 2});
  y = lstm_stack(g, y, "lstm", f.size("n_layers"), f.size("hidden"), /*both_directions=*/false);
  g.set_place("head");
  y = g.add("Elu", {linear(g, g.gather(y, g.integer(extent(segment) - 1), 0), "fc")});
  // The logits of a trial are the mean of those of its segments.
  y = g.reshape(linear(g, y, "head"), {-1, extent(n_segments), extent(source.config.n_outputs)});
  return g.add("ReduceMean", {y}, {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
}

}  // namespace eegate::onnx
