// Mesh-Cascade, Zhang et al. 2018: electrodes on a 10 x 11 mesh, convolutions per sample, LSTM over ten samples.
#include <algorithm>

#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"
#include "model/layers/mesh.h"
#include "model/layers/recurrent.h"
#include "model/layers/sequence.h"
#include "model/memory_limit.h"

namespace eegate::architectures {
namespace mesh_cascade {

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
                         "at least " + std::to_string(segment) + " samples, or a smaller segment");
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
    Lstm::list_tensors(list, "lstm." + std::to_string(layer), width, f.size("hidden"));
    width = f.size("hidden");
  }
  list.add_linear("fc", {f.size("fc"), width});
  list.add_head({config.n_outputs, f.size("fc")});
  return list.take();
}

// Floats of the forward pass of one trial: two layers of maps for each sample with the windows of a convolution, then
// the segments in the LSTM.
double planned_floats(const ModelConfig& config, std::size_t n_times) {
  const ConfigNode& f = config.fields;
  const double t = static_cast<double>(n_times), in_segments = f.number("segment") * (t / f.number("hop") + 1);
  const auto most = static_cast<double>(*std::ranges::max_element(f.list("maps")));
  return t * (3.0 * static_cast<double>(config.n_chans) + 2 * kMeshCells * most + f.number("dense")) +
         in_segments * (f.number("dense") + 7 * f.number("hidden"));
}

bool accepts(const ModelConfig& config, std::size_t n_times) {
  return n_times >= config.fields.size("segment") && fits_engine(planned_floats(config, n_times));
}

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
                   .expected = "different electrodes of the 10-10 system",
                   .hint = "Name the channels in the order of the data, and leave out those that are no electrodes."};
    }
    cells.push_back(cell);
  }
  return {};
}

// Because segments overlap, what depends on one sample alone is computed once for the whole trial.
Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  EEGATE_CHECK(check_engine_memory(use, planned_floats(config, config.n_times), "Use shorter trials or fewer maps."));
  if (config.ch_names.size() != config.n_chans) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The model needs the name of every electrode",
                 .field = "channels",
                 .found = std::to_string(config.ch_names.size()) + " names",
                 .expected = std::to_string(config.n_chans),
                 .hint = "Begin with the setup that 'eegate prepare --setup' writes."};
  }
  EEGATE_CHECK(check_contract(config.ch_names));
  const ConfigNode& f = config.fields;
  const ConvGeometry around = {.pad_before = {1, 1}, .pad_after = {1, 1}};
  const double drop = f.number("drop_prob");
  std::uint64_t site = 0;
  auto network = std::make_unique<ChainNetwork>(config.n_chans);
  network->add<ElectrodeMesh>(config.ch_names);
  for (std::size_t i = 0; i < f.list("maps").size(); ++i)
    network->add<Conv2d>(weights, "conv." + std::to_string(i), around).add<MapActivation>(Activation::kElu);
  network->add<MapsToChannels>().reshape(frames_as_points).add<Dense>(weights, "dense");
  network->add<MapActivation>(Activation::kElu).add<MapDropout>(drop, ++site).reshape(frames_as_sequence);
  network->add<SlidingWindows>(f.size("segment"), f.size("hop"));
  for (std::size_t layer = 0; layer < f.size("n_layers"); ++layer) {
    network->add<Lstm>(weights, "lstm." + std::to_string(layer));
    if (layer + 1 == f.size("n_layers")) network->add<LastStep>();
    network->add<MapDropout>(drop, ++site);
  }
  network->add<Dense>(weights, "fc").add<MapActivation>(Activation::kElu).add<MapDropout>(drop, ++site);
  network->add<Dense>(weights, "head").add<MeanOfFrames>();
  return std::unique_ptr<Network>(std::move(network));
}

}  // namespace mesh_cascade

extern const Architecture kMeshCascade = {.name = "mesh_cascade",
                                          .fields = mesh_cascade::kFields,
                                          .resolve = mesh_cascade::resolve,
                                          .tensors = mesh_cascade::tensors,
                                          .check_contract = mesh_cascade::check_contract,
                                          .accepts = mesh_cascade::accepts,
                                          .is_recurrent = true,
                                          .build = mesh_cascade::build};

}  // namespace eegate::architectures
