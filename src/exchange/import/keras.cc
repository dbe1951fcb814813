// The dialect of Keras: MultiHeadAttention, Dense, LayerNormalization, and the layers of the EEGNet that its authors
// published, by the paths of their variables ("multi_head_attention_1/query/kernel"). Keras numbers layers of a kind in
// order of creation, which is assumed to be their order in the model. Kernels are [in, out].
#include <algorithm>

#include "exchange/import/dialect.h"
#include "model/transformer_config.h"

namespace eegate::dialects {
namespace keras {

using Sources = std::vector<ForeignSource>;

// The batch norms, or the layer norms, of the file.
std::vector<std::string> norms(const ForeignWeights& foreign, bool batch) {
  std::vector<std::string> layers;
  for (const std::string& layer : foreign.stems("/gamma")) {
    if ((foreign.find(layer + "/moving_mean") != nullptr) == batch) layers.push_back(layer);
  }
  return layers;
}

// Layers with a kernel of `rank` axes, without the projections of attention layers and depthwise convolutions.
std::vector<std::string> kernels(const ForeignWeights& foreign, std::size_t rank) {
  std::vector<std::string> layers;
  for (const std::string& layer : foreign.stems("/kernel")) {
    const bool inside = layer.ends_with("/query") || layer.ends_with("/key") || layer.ends_with("/value") ||
                        layer.ends_with("/attention_output");
    const bool depthwise = layer.find("depthwise") != std::string::npos;
    if (!inside && !depthwise && foreign.find(layer + "/kernel")->shape.size() == rank) layers.push_back(layer);
  }
  return layers;
}

void add(Sources& sources, const std::vector<std::string>& layers, std::size_t index, std::string_view variable,
         std::vector<std::size_t> axes = {}) {
  if (index < layers.size())
    sources.push_back({.name = layers[index] + std::string(variable), .axes = std::move(axes)});
}

// Kernel [in, out] or bias, by the ending of our name.
void add_dense(Sources& sources, const ForeignWeights& foreign, std::size_t index, const std::string& ours) {
  const bool bias = ours.ends_with(".bias");
  add(sources, kernels(foreign, 2), index, bias ? "/bias" : "/kernel",
      bias ? std::vector<std::size_t>() : std::vector<std::size_t>{1, 0});
}

void add_norm(Sources& sources, const std::vector<std::string>& layers, std::size_t index, const std::string& ours) {
  if (ours.ends_with(".weight")) add(sources, layers, index, "/gamma");
  if (ours.ends_with(".bias")) add(sources, layers, index, "/beta");
  if (ours.ends_with(".running_mean")) add(sources, layers, index, "/moving_mean");
  if (ours.ends_with(".running_var")) add(sources, layers, index, "/moving_variance");
}

void add_attention(Sources& sources, const ForeignWeights& foreign, const BlockTensor& tensor) {
  const std::vector<std::string> layers = foreign.stems("/query/kernel");
  const bool bias = tensor.rest.ends_with(".bias");
  const char projection = tensor.rest[5];
  if (projection == 'o') {
    add(sources, layers, tensor.block, bias ? "/attention_output/bias" : "/attention_output/kernel",
        bias ? std::vector<std::size_t>() : std::vector<std::size_t>{2, 0, 1});
    return;
  }
  const std::string name = projection == 'q' ? "/query" : projection == 'k' ? "/key" : "/value";
  add(sources, layers, tensor.block, name + (bias ? "/bias" : "/kernel"),
      bias ? std::vector<std::size_t>() : std::vector<std::size_t>{1, 2, 0});
}

Sources transformer(const std::string& ours, const ForeignWeights& foreign, const ModelConfig& config) {
  Sources found;
  const std::size_t n_embed =
      config.fields.node("embedding").kind_of(kEmbeddingKinds) == EmbeddingKind::kLinear ? 1 : 0;
  const std::size_t n_blocks = config.fields.size("n_blocks");
  const std::vector<std::string> layer_norms = norms(foreign, /*batch=*/false);
  if (const BlockTensor tensor = block_tensor(ours); !tensor.rest.empty()) {
    if (tensor.rest.starts_with("attn.") && !tensor.rest.starts_with("attn.rel")) add_attention(found, foreign, tensor);
    if (tensor.rest.starts_with("norm1")) add_norm(found, layer_norms, 2 * tensor.block, ours);
    if (tensor.rest.starts_with("norm2")) add_norm(found, layer_norms, 2 * tensor.block + 1, ours);
    if (tensor.rest.starts_with("ffn.0")) add_dense(found, foreign, n_embed + 2 * tensor.block, ours);
    if (tensor.rest.starts_with("ffn.1")) add_dense(found, foreign, n_embed + 2 * tensor.block + 1, ours);
  } else if (ours.starts_with("embed.")) {
    add_dense(found, foreign, 0, ours);
  } else if (ours.starts_with("final_norm.")) {
    add_norm(found, layer_norms, 2 * n_blocks, ours);
  } else if (ours.starts_with("head.")) {
    add_dense(found, foreign, n_embed + 2 * n_blocks, ours);
  }
  return found;
}

// Convolutions are [rows, columns, in, out], depthwise ones [rows, columns, in, outputs of each].
Sources eegnet(const std::string& ours, const ForeignWeights& foreign, const ModelConfig&) {
  const std::vector<std::size_t> conv = {3, 2, 0, 1}, depthwise = {2, 3, 0, 1};
  Sources found;
  if (ours == "temporal.weight") add(found, kernels(foreign, 4), 0, "/kernel", conv);
  if (ours == "spatial.weight") {
    for (const char* variable : {"/depthwise_kernel", "/kernel"}) {
      for (const std::string& layer : foreign.stems(variable)) {
        const bool separable = foreign.find(layer + "/pointwise_kernel") != nullptr;
        if (!separable && layer.find("depthwise") != std::string::npos)
          found.push_back({.name = layer + variable, .axes = depthwise});
      }
    }
  }
  const std::vector<std::string> separable = foreign.stems("/pointwise_kernel");
  if (ours == "sep_depth.weight") add(found, separable, 0, "/depthwise_kernel", depthwise);
  if (ours == "sep_point.weight") add(found, separable, 0, "/pointwise_kernel", conv);
  for (const auto& [name, index] : {std::pair("bn1.", 0U), {"bn2.", 1U}, {"bn3.", 2U}}) {
    if (ours.starts_with(name)) add_norm(found, norms(foreign, /*batch=*/true), index, ours);
  }
  if (ours.starts_with("head.")) add_dense(found, foreign, 0, ours);
  return found;
}

constexpr DialectNames kNames[] = {{"transformer", transformer}, {"eegnet", eegnet}};

bool recognises(const ForeignWeights& foreign) { return !foreign.stems("/kernel").empty(); }

}  // namespace keras

extern const Dialect kKeras = {.name = "Keras", .recognises = keras::recognises, .names = keras::kNames};

}  // namespace eegate::dialects
