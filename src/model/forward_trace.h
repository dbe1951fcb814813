// Copies of what happens inside a forward pass, for explanations, for looking and for tests. Filled where asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace eegate {

// One encoder block step by step, of one trial: [N, E] unless said otherwise.
struct BlockTrace {
  std::vector<float> attention_input;         // normed, unless the norm stands behind the residual
  std::vector<float> queries, keys;           // [N, m q]
  std::vector<float> values;                  // [N, m d]
  std::vector<float> heads;                   // [N, m d] what the heads bring, before the output projection
  std::vector<float> attention_map;           // [m, G, G] of stretches of tokens: who listens to whom; rows sum to 1
  std::vector<float> attention_row;           // [m, N] of the one query that was asked for
  std::vector<float> attention_output;        // of the sub-layer, as residual or gate is given it
  std::vector<float> gate1, gate1_candidate;  // how open, and what a sigtanh or gru gate lets in; empty without gates
  std::vector<float> middle;                  // after the first residual or gate, and its norm if that stands there
  std::vector<float> ffn_input;
  std::vector<float> ffn_hidden;  // [N, r] after the activation
  std::vector<float> ffn_output;
  std::vector<float> gate2, gate2_candidate;
  std::size_t n_heads = 0, n_map = 0;  // m, G
};

// One layer of a network that is a plain chain: [frames, height, width, maps].
struct LayerTrace {
  std::string_view name;
  std::size_t shape[4] = {};
  std::vector<float> values;
};

struct ForwardTrace {
  std::vector<float> standardized;            // [B, C, T] what the network is given
  std::vector<float> tokens;                  // [B, N, E] after embedding and positions
  std::vector<std::vector<float>> blocks;     // output of each block, [B, N, E]; a later stage has N / 2 tokens of 2E
  std::vector<std::vector<float>> attention;  // probabilities of each block, [B, m, N, N]; zeros outside its windows

  // Wishes. Step by step is for one trial at a time; its memory grows with N, that of whole attention with N x N.
  bool keeps_attention = true;
  bool keeps_steps = false;
  std::size_t longest_map = 96;      // G is N, or this if N is larger
  std::optional<std::size_t> query;  // a token of the first stage; later ones have merged tokens

  // Step by step.
  std::vector<float> embedded, positions;  // [N, E] before positions; the positions, empty if none are added
  std::vector<BlockTrace> steps;
  std::vector<float> encoded;  // [N, E] what the pool is given
  std::vector<float> pooled;   // what the head is given
  std::vector<LayerTrace> layers;
  const void* chain = nullptr;  // whose layers these are: chains hold chains
};

}  // namespace eegate
