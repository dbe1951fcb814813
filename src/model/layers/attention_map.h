// The attention of a block [m, N, N] in bounded memory: averaged over segments of tokens while it is computed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// A map [m, G, G] with G = min(N, longest). Entry (i, j): the attention of a token of segment i to all tokens of
// segment j together, averaged over the tokens of i. Rows sum to 1.
class AttentionMap {
 public:
  AttentionMap(std::size_t n_heads, std::size_t n_tokens, std::size_t longest);

  std::size_t size() const { return n_map_; }
  // Adds the probabilities of one query for the keys first_key, first_key + 1, ...
  void add(std::size_t head, std::size_t query, std::size_t first_key, std::span<const float> row);
  std::vector<float> take() { return std::move(values_); }

 private:
  std::size_t segment_of(std::size_t token) const { return token * n_map_ / n_tokens_; }
  std::size_t n_tokens_, n_map_;
  std::vector<float> share_;  // [G] 1 / number of tokens of the segment
  std::vector<float> values_;
};

}  // namespace eegate
