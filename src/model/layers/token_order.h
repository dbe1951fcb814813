// Where the tokens of a trial stand: the position index of each, for layers that look at distances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/transformer_config.h"

namespace eegate {

struct TokenOrder {
  std::size_t n_tokens = 0;
  std::vector<std::int32_t> positions;     // empty where nothing asks for them
  std::vector<std::uint32_t> run_lengths;  // tokens from each on whose positions rise by one
};

// Tokens as the embedding delivers them, class token first: groups with a channel embedding share their time indices.
TokenOrder token_order(const TransformerConfig& config, std::size_t n_times);
// Positions 0 ... n - 1, as they start again behind a merge.
TokenOrder counted_order(const TransformerConfig& config, std::size_t n_tokens);

// The part of a trial [C, T] that a token was made of: samples first_time ..., channels first_chan ... A class token
// was made of none.
struct TokenPlace {
  std::size_t first_time = 0, n_times = 0, first_chan = 0, n_chans = 0;
};
// Of the tokens at a stage, class token first.
std::vector<TokenPlace> token_places(const TransformerConfig& config, std::size_t stage, std::size_t n_chans,
                                     std::size_t n_times);

// Tokens first ... first + n - 1, which see each other and nobody else.
struct TokenSpan {
  std::size_t first = 0, n = 0;
};
// Attention windows of a block: all tokens, or (Liu et al. 2021, in one dimension) token i belongs to window floor(i /
// M), or floor((i + M - s) / M) with shift s. Windows at both ends may be shorter; there is no padding to mask.
struct AttentionSpans {
  AttentionSpans(std::size_t n_tokens, std::size_t window, std::size_t shift);
  std::size_t size() const { return list.size(); }

  std::vector<TokenSpan> list;
  std::size_t longest = 0;
};

}  // namespace eegate
