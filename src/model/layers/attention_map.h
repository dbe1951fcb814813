// Who listens to whom, [m, N, N], in bounded memory: summed up to stretches of tokens as it is computed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// A map of G x G stretches, G the number of tokens if it is not above `longest`. An entry is the share of its attention
// that a token of stretch i pays to all of stretch j, on average over the tokens of i: rows sum to 1.
class AttentionMap {
 public:
  AttentionMap(std::size_t n_heads, std::size_t n_tokens, std::size_t longest);

  std::size_t size() const { return n_map_; }
  // Probabilities of one query for keys first_key, first_key + 1, ...
  void add(std::size_t head, std::size_t query, std::size_t first_key, std::span<const float> row);
  std::vector<float> take() { return std::move(values_); }

 private:
  std::size_t stretch_of(std::size_t token) const { return token * n_map_ / n_tokens_; }
  std::size_t n_tokens_, n_map_;
  std::vector<float> share_;  // of a token in its stretch, 1 / its number of tokens
  std::vector<float> values_;
};

}  // namespace eegate
