// Trials to tokens as ONNX: embedding, class token, absolute positions.
#pragma once

#include "model/onnx/graph_builder.h"
#include "model/transformer_config.h"

namespace eegate::onnx {

// What the tokens of a trial depend on beside the weights.
struct TokenSource {
  const TransformerConfig& config;
  std::size_t n_times, trained_n_times;  // samples of a trial, and of those of the training
};

// x [B, C, T] standardised -> [B, N, E], class token first.
Value tokens(GraphBuilder& g, const Value& x, const TokenSource& source);

// The position index of each of those tokens.
Ints token_positions(const TokenSource& source);

}  // namespace eegate::onnx
