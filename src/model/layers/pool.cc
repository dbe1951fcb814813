#include "model/layers/pool.h"

#include <algorithm>

#include "kernels/elementwise_gradient.h"
#include "kernels/rows.h"
#include "kernels/softmax.h"

namespace eegate {
namespace {

float dot(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

Pool::Pool(const TransformerConfig& config, const Weights& weights)
    : kind_(config.pool), cls_(config.cls), dim_(config.embedding.dim), vector_index_(weights.find("pool.v")) {
  if (kind_ != PoolKind::kAttention) return;
  score_hidden_.emplace(weights, "pool");
  set_weights(weights);
}

void Pool::set_weights(const Weights& weights) {
  if (!score_hidden_) return;
  score_hidden_->set_weights(weights);
  const std::span<const float> vector = weights.values(static_cast<std::size_t>(vector_index_));
  score_vector_.assign(vector.begin(), vector.end());
}

void Pool::forward(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const {
  if (kind_ == PoolKind::kCls) {
    std::copy_n(tokens.data, dim_, out.data());
    return;
  }
  // Every other pool ignores the class token.
  const ConstMatrix rest = cls_ ? tokens.slice_rows(1, tokens.rows - 1) : tokens;
  if (kind_ == PoolKind::kFlatten) std::copy_n(rest.data, rest.size(), out.data());
  if (kind_ == PoolKind::kMean) mean_rows(out, rest);
  if (kind_ == PoolKind::kAttention) attend(out, rest, context);
}

void Pool::backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const {
  if (kind_ == PoolKind::kCls) return add_scaled({dtokens.data, dim_}, dout, 1.0F);
  const Matrix rest = cls_ ? dtokens.slice_rows(1, dtokens.rows - 1) : dtokens;
  if (kind_ == PoolKind::kFlatten) add_scaled(rest.flat(), dout, 1.0F);
  if (kind_ == PoolKind::kMean) {
    for (std::size_t n = 0; n < rest.rows; ++n) add_scaled(rest.row(n), dout, 1.0F / static_cast<float>(rest.rows));
  }
  if (kind_ == PoolKind::kAttention) attend_backward(rest, dout, context);
}

// a = softmax(v . tanh(W z + b)),  out = sum_n a_n z_n
void Pool::attend(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  context.keep(tokens);
  const Matrix hidden = context.kept(tokens.rows, score_vector_.size()), shares = context.kept(1, tokens.rows);
  score_hidden_->forward(hidden, tokens, {.activation = Activation::kTanh});
  for (std::size_t n = 0; n < tokens.rows; ++n) shares.row(0)[n] = dot(hidden.row(n), score_vector_);
  softmax_rows(shares);
  weighted_rows(out, tokens, shares.row(0));
}

// da_n = dout . z_n;  ds_n = a_n (da_n - sum a da);  dv += ds_n h_n;  dh_n = ds_n v;  dz_n += a_n dout + W^T ...
void Pool::attend_backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix shares = context.tape.pop(), hidden = context.tape.pop();
  const ConstMatrix tokens = context.tape.pop();
  const Matrix dhidden = context.arena.matrix(hidden.rows, hidden.cols);
  const std::span<float> dscores = context.arena.floats(tokens.rows);
  const std::span<float> dvector = context.gradients.values(static_cast<std::size_t>(vector_index_));
  float total = 0;
  for (std::size_t n = 0; n < tokens.rows; ++n) {
    dscores[n] = dot(tokens.row(n), dout);
    total += shares.row(0)[n] * dscores[n];
  }
  for (std::size_t n = 0; n < tokens.rows; ++n) {
    const float share = shares.row(0)[n], dscore = share * (dscores[n] - total);
    add_scaled(dtokens.row(n), dout, share);
    add_scaled(dvector, hidden.row(n), dscore);
    for (std::size_t a = 0; a < hidden.cols; ++a) dhidden.row(n)[a] = dscore * score_vector_[a];
  }
  activation_gradient(Activation::kTanh, dhidden.flat(), hidden.flat());
  score_hidden_->backward(dtokens, dhidden, tokens, context);
}

}  // namespace eegate
