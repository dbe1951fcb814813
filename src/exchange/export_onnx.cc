#include "exchange/export_onnx.h"

#include <memory>
#include <utility>

#include "model/architecture.h"
#include "model/network.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

// A file is one protocol buffer message, whose size is a signed 32-bit number.
constexpr std::size_t kLargestFile = 0x7FFFFFFF;

// Constants that are computed from the weights take at most as much space as the weights.
Result<> check_size(std::size_t n_values) {
  if (n_values < kLargestFile / (2 * sizeof(float))) return {};
  return Error{.code = "EXPORT_UNSUPPORTED",
               .message = "The weights are too large for one ONNX file",
               .field = "tensors",
               .found = std::to_string(n_values) + " values",
               .expected = "fewer than " + std::to_string(kLargestFile / (2 * sizeof(float))),
               .hint = "Train a smaller model, or run this one with eegate."};
}

std::vector<std::pair<std::string, std::string>> metadata_of(const ModelFile& file) {
  std::vector<std::pair<std::string, std::string>> metadata;
  for (const auto& [key, value] : file.contract.metadata) {
    if (key != "format") metadata.emplace_back(key, key == "config" ? file.config.to_json() : value);
  }
  return metadata;
}

Result<> check_operators(const Architecture& architecture) {
  if (architecture.not_exported.empty()) return {};
  return Error{.code = "EXPORT_UNSUPPORTED",
               .message = std::string(architecture.not_exported),
               .field = "config.architecture",
               .found = std::string(architecture.name),
               .expected = "a model that ONNX has operators for",
               .hint = "Run this model with eegate, or train `csp`, which can be exported."};
}

OnnxPort port(const char* name, std::initializer_list<std::size_t> extents) {
  OnnxPort port{.name = name, .type = OnnxType::kFloat, .shape = {std::string("batch")}};
  for (const std::size_t n : extents) port.shape.emplace_back(static_cast<std::int64_t>(n));
  return port;
}

}  // namespace

Result<OnnxExport> export_onnx(const ModelFile& file, std::string_view version, std::size_t wanted_n_times) {
  const ModelConfig& config = file.config;
  const std::size_t n_times = wanted_n_times > 0 ? wanted_n_times : config.n_times;
  EEGATE_CHECK(check_length(config, n_times));
  const Architecture& architecture = *find_architecture(config.architecture);
  EEGATE_CHECK(check_operators(architecture));
  EEGATE_CHECK(check_size(file.weights.flat().size()));
  EEGATE_TRY(const std::unique_ptr<Network> network, architecture.build(config, file.weights, NetworkUse::kExport));
  onnx::GraphBuilder g(file.weights);
  const onnx::Value x = onnx::standardize(g, "eeg", config.standardize, n_times);
  const onnx::Value logits = network->to_onnx(g, x, n_times);
  OnnxModel model{.producer_name = "eegate", .producer_version = std::string(version)};
  model.doc =
      "eeg: microvolts [batch, channels, samples] after the recipe, not standardised. logits: before softmax "
      "(classify), "
      "sigmoid (binary) or as they are (regress). The metadata name channels, sfreq, unit, classes and recipe.";
  model.graph = g.finish(logits, "logits");
  model.graph.name = config.preset.empty() ? config.architecture : config.preset;
  model.graph.inputs = {port("eeg", {config.n_chans, n_times})};
  model.graph.outputs = {port("logits", {config.n_outputs})};
  model.metadata = metadata_of(file);
  return OnnxExport{write_onnx(model), n_times, model.graph.nodes.size(), model.graph.initializers.size()};
}

}  // namespace eegate
