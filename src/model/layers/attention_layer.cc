#include "model/layers/attention_layer.h"

#include <algorithm>

#include "kernels/attention_gradient.h"

namespace eegate {

AttentionLayer::AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
                               std::uint64_t dropout_site)
    : n_heads_(config.n_heads),
      key_dim_(config.key_dim),
      value_dim_(config.value_dim),
      causal_(config.causal),
      weights_rate_(config.dropout.attn_weights),
      weights_site_(dropout_site),
      qkv_(weights, {Linear::part_of(weights, prefix + ".q"), Linear::part_of(weights, prefix + ".k"),
                     Linear::part_of(weights, prefix + ".v")}),
      output_(weights, prefix + ".o") {}

std::optional<AttentionDropout> AttentionLayer::dropout_of(std::size_t trial, std::size_t n_tokens,
                                                           const Dropout* dropout) const {
  if (dropout == nullptr || weights_rate_ <= 0) return {};
  return AttentionDropout{dropout->mask(weights_rate_, weights_site_),
                          dropout->first_value(trial, n_heads_ * n_tokens * n_tokens)};
}

void AttentionLayer::forward(Matrix out, ConstMatrix x, std::size_t n_tokens, const Epilogue& epilogue,
                             const ForwardContext& context, std::vector<float>* probabilities) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_keys = n_heads_ * key_dim_, n_values = n_heads_ * value_dim_, n_trials = x.rows / n_tokens;
  const Matrix qkv = context.kept(x.rows, 2 * n_keys + n_values);
  const Matrix log_sums = context.tape == nullptr ? Matrix() : context.tape->push(n_trials, n_heads_ * n_tokens);
  const Matrix heads = context.kept(x.rows, n_values);
  const std::span<float> scratch = context.arena.floats(attention_scratch_floats(shape(n_tokens)));
  qkv_.forward(qkv, x);
  for (std::size_t trial = 0; trial < n_trials; ++trial) {
    const Matrix rows = qkv.slice_rows(trial * n_tokens, n_tokens);
    const Matrix q = rows.slice_cols(0, n_keys), k = rows.slice_cols(n_keys, n_keys),
                 v = rows.slice_cols(2 * n_keys, n_values);
    const auto dropout = dropout_of(trial, n_tokens, context.dropout);
    attention(heads.slice_rows(trial * n_tokens, n_tokens), q, k, v, shape(n_tokens), scratch,
              log_sums.data == nullptr ? std::span<float>() : log_sums.row(trial), dropout ? &*dropout : nullptr);
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
    const auto dropout = dropout_of(trial, n_tokens, context.dropout);
    attention_gradient(drows.slice_cols(0, n_keys), drows.slice_cols(n_keys, n_keys),
                       drows.slice_cols(2 * n_keys, n_values), dheads.slice_rows(trial * n_tokens, n_tokens),
                       rows.slice_cols(0, n_keys), rows.slice_cols(n_keys, n_keys),
                       rows.slice_cols(2 * n_keys, n_values), heads.slice_rows(trial * n_tokens, n_tokens),
                       log_sums.row(trial), shape(n_tokens), context.arena, dropout ? &*dropout : nullptr);
  }
  qkv_.backward(dx, dqkv, x, context);
}

}  // namespace eegate
