// Attention of one block as ONNX: relative positions, windows and the causal mask become small index calculations.
#pragma once

#include <optional>
#include <string>

#include "model/config_schema.h"
#include "model/onnx/graph_builder.h"

namespace eegate::onnx {

// What the tokens of a stage have in common.
struct TokenPlan {
  Ints positions;              // position index of each token
  std::optional<Ints> groups;  // attention stays inside a group; none: all tokens see each other
  bool causal = false;         // token i sees tokens j <= i
};

struct AttentionSizes {
  std::size_t n_heads, key_dim, value_dim;  // m, q, d
};

// x [B, N, E] -> [B, N, E] with the tensors of PREFIX; `position` is the configuration's object of that name.
Value attention(GraphBuilder& g, const Value& x, const std::string& prefix, const ConfigNode& position,
                const AttentionSizes& sizes, const TokenPlan& tokens);

}  // namespace eegate::onnx
