// The order of the tokens of a trial: position indices for relative positions, the windows of attention, and the part
// of the signal that each token comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/transformer_config.h"

namespace eegate {

struct TokenOrder {
  std::size_t n_tokens = 0;
  std::vector<std::int32_t> positions;     // position index of each token; empty without relative positions
  std::vector<std::uint32_t> run_lengths;  // number of tokens, from each one on, whose positions are consecutive
};

// The tokens of the embedding, class token first. Channel groups with a channel embedding share their position indices.
TokenOrder token_order(const TransformerConfig& config, std::size_t n_times);
// Positions 0 ... n_tokens - 1, for the tokens after a merge.
TokenOrder counted_order(const TransformerConfig& config, std::size_t n_tokens);

// The part of a trial [C, T] that a token depends on at the embedding: n_times samples from first_time on, n_chans
// channels from first_chan on. Empty for a class token.
struct TokenPlace {
  std::size_t first_time = 0, n_times = 0, first_chan = 0, n_chans = 0;
};
// The parts of all tokens at a stage, class token first.
std::vector<TokenPlace> token_places(const TransformerConfig& config, std::size_t stage, std::size_t n_chans,
                                     std::size_t n_times);

// Tokens first ... first + n - 1, which attend to each other only.
struct TokenSpan {
  std::size_t first = 0, n = 0;
};
// The attention windows of a block. Without windows (window = 0) one span of all tokens; else (Liu et al. 2021, in one
// dimension) token i belongs to window floor(i / M), or floor((i + M - s) / M) with shift s. Windows at both ends may
// be shorter; there is no padding.
struct AttentionSpans {
  AttentionSpans(std::size_t n_tokens, std::size_t window, std::size_t shift);
  std::size_t size() const { return list.size(); }

  std::vector<TokenSpan> list;
  std::size_t longest = 0;
};

}  // namespace eegate
