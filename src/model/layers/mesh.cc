#include "model/layers/mesh.h"

#include <algorithm>
#include <cassert>

#include "kernels/standardize.h"
#include "model/electrode_mesh.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

constexpr double kEpsilon = 1e-6;

}  // namespace

ElectrodeMesh::ElectrodeMesh(std::span<const std::string> ch_names) {
  for (const std::string& name : ch_names) {
    assert(mesh_cell(name) >= 0);
    cells_.push_back(static_cast<std::size_t>(mesh_cell(name)));
  }
}

MapShape ElectrodeMesh::out_shape(const MapShape& in) const {
  assert(in.frames == 1 && in.height == cells_.size() && in.maps == 1);
  return {in.width, kMeshCells / kMeshCols, kMeshCols, 1};
}

void ElectrodeMesh::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_chans = in.shape.height, n_times = in.shape.width;
  const Matrix samples = context.arena.matrix(n_times, n_chans);
  std::fill_n(out.data, out.trials().size(), 0.0F);
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    transpose(samples, {in.trials().row(b).data(), n_chans, n_times});
    standardize_channels(samples, samples, n_chans, kEpsilon);
    for (std::size_t t = 0; t < n_times; ++t) {
      for (std::size_t c = 0; c < n_chans; ++c) out.frame(b, t).data[cells_[c]] = samples.row(t)[c];
    }
  }
}

void ElectrodeMesh::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data == nullptr) return;
  const ArenaScope scope(context.arena);
  const std::size_t n_chans = in.shape.height, n_times = in.shape.width;
  const Matrix samples = context.arena.matrix(n_times, n_chans), dsamples = context.arena.matrix(n_times, n_chans),
               dstandard = context.arena.matrix(n_times, n_chans);
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    transpose(samples, {in.trials().row(b).data(), n_chans, n_times});
    for (std::size_t t = 0; t < n_times; ++t) {
      for (std::size_t c = 0; c < n_chans; ++c) dstandard.row(t)[c] = dout.frame(b, t).data[cells_[c]];
    }
    std::fill_n(dsamples.data, dsamples.size(), 0.0F);
    standardize_channels_gradient(dsamples, dstandard, samples, n_chans, kEpsilon);
    transpose({din.trials().row(b).data(), n_chans, n_times}, dsamples);
  }
}

onnx::Value ElectrodeMesh::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  const onnx::Value samples = g.transpose(g.squeeze(in, 1), {0, 2, 1});  // [B, T, C]
  const onnx::Value standard = onnx::standardize(g, samples, Standardize::kZscore, shape.height);
  g.set_place("mesh");
  onnx::Ints sources(kMeshCells, onnx::extent(cells_.size()));  // index C is an additional channel of zeros
  for (std::size_t c = 0; c < cells_.size(); ++c) sources[cells_[c]] = onnx::extent(c);
  const onnx::Value padded = g.add("Pad", {standard, g.integers({0, 0, 0, 0, 0, 1})});
  return g.reshape(g.gather(padded, g.integers(sources), 2),
                   {-1, 1, onnx::extent(kMeshCells / kMeshCols), onnx::extent(kMeshCols)});
}

}  // namespace eegate
