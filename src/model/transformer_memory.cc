#include "model/transformer_memory.h"

#include <algorithm>

namespace eegate {
namespace {

// Floats that a block needs in addition to its tokens in the forward pass of one trial.
double block_floats(double n_tokens, const TransformerConfig& t) {
  const double per_token =
      4.0 * static_cast<double>(t.embedding.dim) +
      static_cast<double>(t.n_heads) * (2.0 * static_cast<double>(t.key_dim) + 2.0 * static_cast<double>(t.value_dim)) +
      static_cast<double>(t.key_dim + t.value_dim);
  if (!t.is_relative()) return n_tokens * per_token;
  // Positions and run lengths, tables by distance, and their products with a block of queries.
  const double span = t.window == 0 ? n_tokens : std::min(n_tokens, static_cast<double>(t.window));
  const double slots = 2.0 * span + 1.0, widths = static_cast<double>(t.key_dim + t.value_dim);
  return n_tokens * (per_token + 2.0) + slots * (static_cast<double>(t.n_heads) + widths + 48.0);
}

}  // namespace

double planned_floats(std::size_t n_chans, std::size_t n_times, const TransformerConfig& t) {
  double tokens = 0, widest = 0;
  for (std::size_t s = 0; s < t.stages.size(); ++s) {
    const TransformerConfig stage = t.at_stage(s);
    const double n_tokens = static_cast<double>(t.n_tokens(s, n_times)) + 1;
    widest = std::max(widest, tokens + block_floats(n_tokens, stage));
    tokens += n_tokens * static_cast<double>(stage.embedding.dim);
  }
  const double samples = static_cast<double>(n_times + t.embedding.kernel_times);
  const double maps = static_cast<double>(n_times) * 2.0 * static_cast<double>(t.embedding.stem_width());
  return widest + samples * 2.0 * static_cast<double>(n_chans) + maps;
}

}  // namespace eegate
