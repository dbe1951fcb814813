// Mesh-Cascade, Zhang et al. 2018: electrodes on a 10 x 11 mesh, convolutions per sample, LSTM over ten samples.
#include <algorithm>

#include "model/architecture.h"
#include "model/electrode_mesh.h"

namespace eegate::architectures {
namespace {

constexpr std::int64_t kMaps[] = {32, 64, 128};
constexpr FieldSpec kFields[] = {
    integer_field("segment", 10, 1, 4096),   integer_field("hop", 5, 1, 4096),
    integers_field("maps", kMaps, 1, 1024),  integer_field("dense", 1024, 1, 65536),
    integer_field("hidden", 1024, 1, 65536), integer_field("n_layers", 2, 1, 8),
    integer_field("fc", 1024, 1, 65536),     number_field("drop_prob", 0.5, 0, 0.999),
};

Result<> resolve(ModelConfig& config) {
  const std::size_t segment = config.fields.size("segment");
  if (config.n_times >= segment) return {};
  return config_conflict("The trial is shorter than one segment", "n_times", std::to_string(config.n_times),
                         "at least " + std::to_string(segment));
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  TensorList list;
  std::size_t maps = 1, index = 0;
  for (const std::int64_t next : f.list("maps")) {
    list.add_linear("conv." + std::to_string(index++), {static_cast<std::size_t>(next), maps, 3, 3});
    maps = static_cast<std::size_t>(next);
  }
  list.add_linear("dense", {f.size("dense"), maps * kMeshCells});
  std::size_t width = f.size("dense");
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer) {
    list.add_lstm("lstm." + std::to_string(layer) + ".fwd", width, f.size("hidden"));
    width = f.size("hidden");
  }
  list.add_linear("fc", {f.size("fc"), width});
  list.add_linear("head", {config.n_outputs, f.size("fc")});
  return list.take();
}

bool accepts(const ModelConfig& config, std::size_t n_times) { return n_times >= config.fields.size("segment"); }

Result<> check_contract(const std::vector<std::string>& ch_names) {
  std::vector<int> cells;
  for (const std::string& name : ch_names) {
    const int cell = mesh_cell(name);
    const bool taken = std::find(cells.begin(), cells.end(), cell) != cells.end();
    if (cell < 0 || taken) {
      return Error{.code = "MODEL_CHANNELS",
                   .message = taken ? "Two channels lie on one cell of the electrode mesh"
                                    : "A channel has no cell on the electrode mesh",
                   .field = "channels",
                   .found = quoted(name),
                   .expected = "different electrodes of the 10-10 system"};
    }
    cells.push_back(cell);
  }
  return {};
}

}  // namespace

extern const Architecture kMeshCascade = {.name = "mesh_cascade",
                                          .fields = kFields,
                                          .resolve = resolve,
                                          .tensors = tensors,
                                          .check_contract = check_contract,
                                          .accepts = accepts};

}  // namespace eegate::architectures
