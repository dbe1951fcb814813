#include "model/layers/mesh.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "kernels/standardize.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

constexpr double kEpsilon = 1e-6;

struct MeshRow {
  int first_column;
  std::string_view electrodes;  // separated by single spaces
};

constexpr MeshRow kRows[] = {
    {4, "FP1 FPZ FP2"},
    {3, "AF7 AF3 AFZ AF4 AF8"},
    {1, "F7 F5 F3 F1 FZ F2 F4 F6 F8"},
    {1, "FT7 FC5 FC3 FC1 FCZ FC2 FC4 FC6 FT8"},
    {0, "T9 T7 C5 C3 C1 CZ C2 C4 C6 T8 T10"},
    {1, "TP7 CP5 CP3 CP1 CPZ CP2 CP4 CP6 TP8"},
    {1, "P7 P5 P3 P1 PZ P2 P4 P6 P8"},
    {3, "PO7 PO3 POZ PO4 PO8"},
    {4, "O1 OZ O2"},
    {5, "IZ"},
};

// Upper case, without dots and spaces; old names of temporal electrodes (T3 ...) become the new ones (T7 ...).
std::string mesh_name(std::string_view electrode) {
  std::string name;
  for (const char c : electrode) {
    if (c == '.' || c == ' ') continue;
    name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  if (name == "T3") return "T7";
  if (name == "T4") return "T8";
  if (name == "T5") return "P7";
  return name == "T6" ? "P8" : name;
}

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

int mesh_cell(std::string_view electrode) {
  const std::string wanted = mesh_name(electrode);
  int row = 0;
  for (const MeshRow& mesh_row : kRows) {
    std::string_view rest = mesh_row.electrodes;
    for (int column = mesh_row.first_column; !rest.empty(); ++column) {
      const std::size_t end = rest.find(' ');
      if (rest.substr(0, end) == wanted) return row * static_cast<int>(kMeshCols) + column;
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    ++row;
  }
  return -1;
}

}  // namespace eegate
