// The dialect of PyTorch: state dicts with nn.TransformerEncoder, nn.TransformerEncoderLayer, nn.MultiheadAttention,
// nn.LSTM, and common names of embedding, positions and head. The layouts are the same as in eegate.
#include <algorithm>
#include <array>

#include "exchange/import/dialect.h"

namespace eegate::dialects {
namespace pytorch {

using Sources = std::vector<ForeignSource>;

struct Alias {
  std::string_view ours;    // beginning of our name, up to a dot
  std::string_view theirs;  // separated by spaces
};

// Names in a block, except the attention.
constexpr Alias kBlockNames[] = {
    {"norm1", "norm1 ln1 ln_1 layer_norm1 layernorm1 norm_1"},
    {"norm2", "norm2 ln2 ln_2 layer_norm2 layernorm2 norm_2"},
    {"ffn.0", "linear1 fc1 mlp.fc1 ffn.0 mlp.0 ff.0 feed_forward.0"},
    {"ffn.1", "linear2 fc2 mlp.fc2 ffn.2 ffn.3 mlp.2 mlp.3 ff.2 ff.3 feed_forward.2 feed_forward.3"},
};
// Names outside the blocks.
constexpr Alias kModelNames[] = {
    {"embed",
     "embed embedding embeddings emb input_proj input_projection input_layer input_linear input proj projection "
     "in_proj "
     "linear_in fc_in patch_embed.proj patch_embed patch_embedding patch to_patch_embedding tokenizer conv"},
    {"head",
     "head head.0 head.1 fc classifier classifier.0 classifier.1 output output_layer out fc_out linear_out linear lin "
     "decoder mlp_head mlp_head.0 mlp_head.1 final fc_final"},
    {"final_norm", "final_norm encoder.norm transformer.norm transformer_encoder.norm norm ln_f"},
    {"pos", "pos pos_embed pos_embedding pos_emb positional_embedding position_embedding"},
};
constexpr std::string_view kClassTokens[] = {"cls", "cls_token", "class_token"};
constexpr std::string_view kTables[] = {"pos_embed", "pos_embedding", "pos_emb", "positional_embedding",
                                        "position_embedding"};

template <class Each>
void each_word(std::string_view words, Each each) {
  while (!words.empty()) {
    const std::size_t end = words.find(' ');
    each(words.substr(0, end));
    words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
  }
}

void add_aliases(Sources& sources, const std::string& ours, std::span<const Alias> table, const std::string& prefix) {
  for (const Alias& alias : table) {
    const std::string stem = std::string(alias.ours) + ".";
    if (!ours.starts_with(stem)) continue;
    const std::string rest = ours.substr(alias.ours.size());  // ".weight"
    each_word(alias.theirs,
              [&](std::string_view name) { sources.push_back({std::string(prefix).append(name).append(rest)}); });
  }
}

// The prefix of a block's attention, what is before "out_proj.weight": "encoder.layers.0.self_attn.".
std::string attention_prefix(const ForeignWeights& foreign, std::size_t block) {
  const std::vector<std::string> stems = foreign.stems("out_proj.weight");
  return block < stems.size() ? stems[block] : "nowhere.";
}

// A prefix without its last part: "encoder.layers.0.".
std::string parent(const std::string& prefix) {
  const std::size_t dot = prefix.empty() ? std::string::npos : prefix.rfind('.', prefix.size() - 2);
  return dot == std::string::npos ? std::string() : prefix.substr(0, dot + 1);
}

// `rest`: "attn.q.weight", ...
void add_attention(Sources& sources, const std::string& rest, const std::string& prefix) {
  const std::string kind = rest.substr(7);  // "weight" or "bias"
  if (rest[5] == 'o') return sources.push_back({prefix + "out_proj." + kind});
  const std::size_t part = rest[5] == 'q' ? 0 : rest[5] == 'k' ? 1 : 2;
  const std::string own = prefix + rest[5] + "_proj";
  sources.push_back({.name = prefix + "in_proj_" + kind, .part = part, .n_parts = 3});
  sources.push_back({own + "_" + kind});
  sources.push_back({own + "." + kind});
}

// "lstm.1.bwd.weight_ih" is called "...weight_ih_l1_reverse" there.
void add_lstm(Sources& sources, const std::string& ours, const ForeignWeights& foreign) {
  const BlockTensor layer = block_tensor(ours, "lstm.");
  if (layer.rest.size() < 5) return;
  const std::string ending =
      layer.rest.substr(4) + "_l" + std::to_string(layer.block) + (layer.rest.starts_with("bwd") ? "_reverse" : "");
  for (const std::string& stem : foreign.stems(ending)) sources.push_back({stem + ending});
}

Sources sources(const std::string& ours, const ForeignWeights& foreign, const ModelConfig&) {
  Sources found;
  if (const BlockTensor tensor = block_tensor(ours); !tensor.rest.empty()) {
    const std::string prefix = attention_prefix(foreign, tensor.block);
    const bool projection = tensor.rest.starts_with("attn.") && !tensor.rest.starts_with("attn.rel");
    if (projection) add_attention(found, tensor.rest, prefix);
    add_aliases(found, tensor.rest, kBlockNames, parent(prefix));
    return found;
  }
  add_lstm(found, ours, foreign);
  if (ours == "cls") {
    for (const std::string_view name : kClassTokens) found.push_back({std::string(name)});
  }
  if (ours == "pos.weight") {
    for (const std::string_view name : kTables) found.push_back({std::string(name)});
  }
  // nn.TransformerEncoder has "norm" on the same level as "layers".
  if (ours.starts_with("final_norm.")) {
    const std::string layers = parent(parent(attention_prefix(foreign, 0)));
    found.push_back({parent(layers) + "norm" + ours.substr(10)});
  }
  add_aliases(found, ours, kModelNames, "");
  return found;
}

constexpr DialectNames kNames[] = {{"", sources}};

bool recognises(const ForeignWeights&) { return true; }

}  // namespace pytorch

extern const Dialect kPytorch = {.name = "PyTorch", .recognises = pytorch::recognises, .names = pytorch::kNames};

}  // namespace eegate::dialects
