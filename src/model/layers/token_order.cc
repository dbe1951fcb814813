#include "model/layers/token_order.h"

#include <algorithm>
#include <utility>

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

namespace {

TokenPlace place_of(const EmbeddingConfig& e, std::size_t token, std::size_t n_chans, std::size_t n_times) {
  if (e.kind == EmbeddingKind::kPatch) {
    const std::size_t n_patches = e.n_tokens(n_times) / e.n_groups, group = token / n_patches;
    return {token % n_patches * e.stride_times, e.patch_times, group * e.stride_chans, e.patch_chans};
  }
  if (e.kind != EmbeddingKind::kConvStem) return {token, 1, 0, n_chans};
  // A convolved sample depends on kernel_times samples, and a token on pool_times convolved samples.
  const std::size_t pad = e.same_padding ? (e.kernel_times - 1) / 2 : 0, begin = token * e.pool_stride,
                    end = std::min(n_times + pad, begin + e.pool_times + e.kernel_times - 1);
  const std::size_t first = begin > pad ? begin - pad : 0;
  return {first, end - pad - first, 0, n_chans};
}

// The part of a token that was merged from two, from the first to the last sample.
TokenPlace joined(const TokenPlace& a, const TokenPlace& b) {
  const std::size_t first = std::min(a.first_time, b.first_time);
  return {first, std::max(a.first_time + a.n_times, b.first_time + b.n_times) - first, a.first_chan, a.n_chans};
}

}  // namespace

std::vector<TokenPlace> token_places(const TransformerConfig& config, std::size_t stage, std::size_t n_chans,
                                     std::size_t n_times) {
  std::vector<TokenPlace> places(config.cls ? 1 : 0);
  for (std::size_t i = 0; i < config.embedding.n_tokens(n_times); ++i)
    places.push_back(place_of(config.embedding, i, n_chans, n_times));
  for (; stage > 0; --stage) {
    const std::vector<TokenPlace> parts = std::exchange(places, {});
    for (std::size_t i = 0; i < parts.size(); i += 2)
      places.push_back(i + 1 < parts.size() ? joined(parts[i], parts[i + 1]) : parts[i]);
  }
  return places;
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
