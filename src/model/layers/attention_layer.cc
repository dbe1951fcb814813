#include "model/layers/attention_layer.h"

#include <algorithm>

#include "kernels/attention_gradient.h"

namespace eegate {

AttentionLayer::AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : n_heads_(config.n_heads),
      key_dim_(config.key_dim),
      value_dim_(config.value_dim),
      causal_(config.causal),
      qkv_(weights, {Linear::part_of(weights, prefix + ".q"), Linear::part_of(weights, prefix + ".k"),
                     Linear::part_of(weights, prefix + ".v")}),
      output_(weights, prefix + ".o") {}

void AttentionLayer::forward(Matrix out, ConstMatrix x, std::size_t n_tokens, const Epilogue& epilogue,
                             const ForwardContext& context, std::vector<float>* probabilities) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_keys = n_heads_ * key_dim_, n_values = n_heads_ * value_dim_, n_trials = x.rows / n_tokens;
  context.keep(x);
  const Matrix qkv = context.kept(x.rows, 2 * n_keys + n_values);
  const Matrix log_sums = context.tape == nullptr ? Matrix() : context.tape->push(n_trials, n_heads_ * n_tokens);
  const Matrix heads = context.kept(x.rows, n_values);
  const std::span<float> scratch = context.arena.floats(attention_scratch_floats(shape(n_tokens)));
  qkv_.forward(qkv, x);
  for (std::size_t trial = 0; trial < n_trials; ++trial) {
    const Matrix rows = qkv.slice_rows(trial * n_tokens, n_tokens);
    const Matrix q = rows.slice_cols(0, n_keys), k = rows.slice_cols(n_keys, n_keys),
                 v = rows.slice_cols(2 * n_keys, n_values);
    attention(heads.slice_rows(trial * n_tokens, n_tokens), q, k, v, shape(n_tokens), scratch,
              log_sums.data == nullptr ? std::span<float>() : log_sums.row(trial));
    if (probabilities != nullptr) {
      const std::size_t n = n_heads_ * n_tokens * n_tokens;
      probabilities->resize((trial + 1) * n);
      attention_weights(std::span(*probabilities).subspan(trial * n, n), q, k, shape(n_tokens));
    }
  }
  output_.forward(out, heads, epilogue);
}

void AttentionLayer::backward(Matrix dx, ConstMatrix dout, std::size_t n_tokens, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_keys = n_heads_ * key_dim_, n_values = n_heads_ * value_dim_;
  const ConstMatrix heads = context.tape.pop(), log_sums = context.tape.pop(), qkv = context.tape.pop(),
                    x = context.tape.pop();
  const Matrix dheads = context.arena.matrix(heads.rows, heads.cols), dqkv = context.arena.matrix(qkv.rows, qkv.cols);
  std::fill_n(dheads.data, dheads.size(), 0.0F);
  std::fill_n(dqkv.data, dqkv.size(), 0.0F);
  output_.backward(dheads, dout, heads, context);
  for (std::size_t trial = 0; trial < log_sums.rows; ++trial) {
    const ConstMatrix rows = qkv.slice_rows(trial * n_tokens, n_tokens);
    const Matrix drows = dqkv.slice_rows(trial * n_tokens, n_tokens);
    attention_gradient(drows.slice_cols(0, n_keys), drows.slice_cols(n_keys, n_keys),
                       drows.slice_cols(2 * n_keys, n_values), dheads.slice_rows(trial * n_tokens, n_tokens),
                       rows.slice_cols(0, n_keys), rows.slice_cols(n_keys, n_keys),
                       rows.slice_cols(2 * n_keys, n_values), heads.slice_rows(trial * n_tokens, n_tokens),
                       log_sums.row(trial), shape(n_tokens), context.arena);
  }
  qkv_.backward(dx, dqkv, x, context);
}

}  // namespace eegate
