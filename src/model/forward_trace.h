// Copies of intermediate values of a forward pass, for explanations, visualisation and tests.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace eegate {

// The intermediate values of one encoder block for one trial, [N, E] unless stated otherwise.
struct BlockTrace {
  std::vector<float> attention_input;   // normalised, except in post_ln blocks
  std::vector<float> queries, keys;     // [N, m q]
  std::vector<float> values;            // [N, m d]
  std::vector<float> heads;             // [N, m d] concatenated heads, before the output projection
  std::vector<float> attention_map;     // [m, G, G] by segments of tokens (layers/attention_layer.h); rows sum to 1
  std::vector<float> attention_row;     // [m, N] attention of the query ForwardTrace::query
  std::vector<float> attention_output;  // of the sub-layer, before the residual or gate
  std::vector<float> gate1,
      gate1_candidate;        // openness, and the candidate of a sigtanh or gru gate; empty without gates
  std::vector<float> middle;  // after the first residual or gate and, in post_ln blocks, its norm
  std::vector<float> ffn_input;
  std::vector<float> ffn_hidden;  // [N, r] after the activation
  std::vector<float> ffn_output;
  std::vector<float> gate2, gate2_candidate;
  std::size_t n_heads = 0, n_map = 0;  // m, G
};

// The output of one layer of a network that is a chain of layers, [frames, height, width, maps].
struct LayerTrace {
  std::string_view name;
  std::size_t shape[4] = {};
  std::vector<float> values;
};

struct ForwardTrace {
  std::vector<float> standardized;            // [B, C, T] input of the network
  std::vector<float> tokens;                  // [B, N, E] after embedding and positions
  std::vector<std::vector<float>> blocks;     // output of each block, [B, N, E]; a later stage has N / 2 tokens of 2E
  std::vector<std::vector<float>> attention;  // probabilities of each block, [B, m, N, N]; zeros outside its windows

  // What is to be recorded. records_steps is for one trial at a time; its memory grows with N, that of the whole
  // attention with N x N.
  bool records_attention = true;
  bool records_steps = false;
  std::size_t max_map_size = 96;     // G is the smaller of N and this
  std::optional<std::size_t> query;  // token whose attention row is recorded, of the first stage (before merges)

  // With records_steps:
  std::vector<float> embedded, positions;  // [N, E] before positions are added; the positions, empty if there are none
  std::vector<BlockTrace> steps;
  std::vector<float> encoded;  // [N, E] input of the pool
  std::vector<float> pooled;   // input of the head
  std::vector<LayerTrace> layers;
  const void* chain = nullptr;  // the outermost chain, whose layers are recorded: chains can contain chains
};

}  // namespace eegate
