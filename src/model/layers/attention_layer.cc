#include "model/layers/attention_layer.h"

namespace eegate {

AttentionLayer::AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : n_heads_(config.n_heads),
      key_dim_(config.key_dim),
      value_dim_(config.value_dim),
      causal_(config.causal),
      qkv_(weights, {prefix + ".q", prefix + ".k", prefix + ".v"}),
      output_(weights, prefix + ".o") {}

void AttentionLayer::forward(Matrix out, ConstMatrix x, std::size_t n_tokens, const Epilogue& epilogue,
                             ForwardContext& context, std::vector<float>* probabilities) const {
  const ArenaScope scope(context.arena);
  const AttentionShape shape{n_tokens, n_heads_, key_dim_, value_dim_, causal_};
  const std::size_t n_keys = n_heads_ * key_dim_, n_values = n_heads_ * value_dim_, n_trials = x.rows / n_tokens;
  const Matrix qkv = context.arena.matrix(x.rows, 2 * n_keys + n_values);
  const Matrix heads = context.arena.matrix(x.rows, n_values);
  const std::span<float> scratch = context.arena.floats(attention_scratch_floats(shape));
  qkv_.forward(qkv, x);
  for (std::size_t trial = 0; trial < n_trials; ++trial) {
    const Matrix rows = qkv.slice_rows(trial * n_tokens, n_tokens);
    const Matrix q = rows.slice_cols(0, n_keys), k = rows.slice_cols(n_keys, n_keys), v = rows.slice_cols(2 * n_keys, n_values);
    attention(heads.slice_rows(trial * n_tokens, n_tokens), q, k, v, shape, scratch);
    if (probabilities != nullptr) {
      const std::size_t n = n_heads_ * n_tokens * n_tokens;
      probabilities->resize((trial + 1) * n);
      attention_weights(std::span(*probabilities).subspan(trial * n, n), q, k, shape);
    }
  }
  output_.forward(out, heads, epilogue);
}

}  // namespace eegate
