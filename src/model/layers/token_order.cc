#include "model/layers/token_order.h"

#include <algorithm>

namespace eegate {
namespace {

std::vector<std::uint32_t> run_lengths(const std::vector<std::int32_t>& positions) {
  std::vector<std::uint32_t> lengths(positions.size(), 1);
  for (std::size_t i = positions.size(); i-- > 1;) {
    if (positions[i] == positions[i - 1] + 1) lengths[i - 1] = lengths[i] + 1;
  }
  return lengths;
}

}  // namespace

TokenOrder token_order(const TransformerConfig& config, std::size_t n_times) {
  const EmbeddingConfig& e = config.embedding;
  const std::size_t n_cls = config.cls ? 1 : 0, n_patches = e.n_tokens(n_times), n_per_group = e.n_positions(n_times);
  if (!config.is_relative()) return {.n_tokens = n_cls + n_patches};
  std::vector<std::int32_t> positions(n_cls, 0);
  for (std::size_t i = 0; i < n_patches; ++i)
    positions.push_back(static_cast<std::int32_t>(n_cls + (e.channel_embedding ? i % n_per_group : i)));
  std::vector<std::uint32_t> lengths = run_lengths(positions);
  return {n_cls + n_patches, std::move(positions), std::move(lengths)};
}

TokenOrder counted_order(const TransformerConfig& config, std::size_t n_tokens) {
  TokenOrder order{.n_tokens = n_tokens};
  if (!config.is_relative()) return order;
  for (std::size_t i = 0; i < n_tokens; ++i) {
    order.positions.push_back(static_cast<std::int32_t>(i));
    order.run_lengths.push_back(static_cast<std::uint32_t>(n_tokens - i));
  }
  return order;
}

AttentionSpans::AttentionSpans(std::size_t n_tokens, std::size_t window, std::size_t shift) {
  for (std::size_t first = 0; first < n_tokens;) {
    const std::size_t wanted = window == 0 ? n_tokens : first == 0 && shift > 0 ? shift : window;
    list.push_back({first, std::min(n_tokens - first, wanted)});
    first += list.back().n;
    longest = std::max(longest, list.back().n);
  }
}

}  // namespace eegate
