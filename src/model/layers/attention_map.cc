#include "model/layers/attention_map.h"

#include <algorithm>

namespace eegate {

AttentionMap::AttentionMap(std::size_t n_heads, std::size_t n_tokens, std::size_t longest)
    : n_tokens_(n_tokens),
      n_map_(std::min(n_tokens, std::max<std::size_t>(1, longest))),
      share_(n_map_),
      values_(n_heads * n_map_ * n_map_) {
  for (std::size_t token = 0; token < n_tokens; ++token) share_[segment_of(token)] += 1;
  for (float& share : share_) share = 1 / share;
}

void AttentionMap::add(std::size_t head, std::size_t query, std::size_t first_key, std::span<const float> row) {
  const std::size_t from = segment_of(query);
  float* const out = values_.data() + (head * n_map_ + from) * n_map_;
  for (std::size_t j = 0; j < row.size(); ++j) out[segment_of(first_key + j)] += share_[from] * row[j];
}

}  // namespace eegate
