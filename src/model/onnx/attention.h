// Attention of one block as ONNX: relative positions, windows and the causal mask become small index calculations.
#pragma once

#include <optional>
#include <string>

#include "model/onnx/graph_builder.h"
#include "model/transformer_config.h"

namespace eegate::onnx {

// What the tokens of a stage have in common.
struct TokenPlan {
  Ints positions;              // position index of each token
  std::optional<Ints> groups;  // attention stays inside a group; none: all tokens see each other
  bool causal = false;         // token i sees tokens j <= i
};

// x [B, N, E] -> [B, N, E] with the tensors of PREFIX; `t` has the widths of the stage.
Value attention(GraphBuilder& g, const Value& x, const std::string& prefix, const TransformerConfig& t,
                const TokenPlan& tokens);

}  // namespace eegate::onnx
