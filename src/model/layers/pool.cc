#include "model/layers/pool.h"

#include <algorithm>

#include "kernels/rows.h"
#include "model/onnx/layers.h"

namespace eegate {

void Pool::list_tensors(TensorList& list, const TransformerConfig& config) {
  if (config.pool != PoolKind::kAttention) return;
  ContextAttention::list_tensors(list, "pool", config.pool_dim, config.embedding.dim, "v");
}

Pool::Pool(const TransformerConfig& config, const Weights& weights)
    : kind_(config.pool), cls_(config.cls), dim_(config.embedding.dim) {
  if (kind_ == PoolKind::kAttention) attention_.emplace(weights, "pool", "v");
}

void Pool::set_weights(const Weights& weights) {
  if (attention_) attention_->set_weights(weights);
}

void Pool::forward(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const {
  if (kind_ == PoolKind::kCls) {
    std::copy_n(tokens.data, dim_, out.data());
    return;
  }
  // The other pools do not use the class token.
  const ConstMatrix rest = cls_ ? tokens.slice_rows(1, tokens.rows - 1) : tokens;
  switch (kind_) {
    case PoolKind::kFlatten:
      return void(std::copy_n(rest.data, rest.size(), out.data()));
    case PoolKind::kMean:
      return mean_rows(out, rest);
    case PoolKind::kAttention:
      return attend(out, rest, context);
    case PoolKind::kCls:
      break;  // above
  }
  abort_on_internal_error();
}

void Pool::backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const {
  if (kind_ == PoolKind::kCls) return add_scaled({dtokens.data, dim_}, dout, 1.0F);
  const Matrix rest = cls_ ? dtokens.slice_rows(1, dtokens.rows - 1) : dtokens;
  switch (kind_) {
    case PoolKind::kFlatten:
      return add_scaled(rest.flat(), dout, 1.0F);
    case PoolKind::kMean:
      for (std::size_t n = 0; n < rest.rows; ++n) add_scaled(rest.row(n), dout, 1.0F / static_cast<float>(rest.rows));
      return;
    case PoolKind::kAttention:
      return attend_backward(rest, dout, context);
    case PoolKind::kCls:
      break;  // above
  }
  abort_on_internal_error();
}

void Pool::attend(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  context.save(tokens);
  const Matrix hidden = context.saved(tokens.rows, attention_->n_units()), shares = context.saved(1, tokens.rows);
  attention_->forward({out.data(), 1, dim_}, {tokens.data, 1, tokens.rows, dim_}, hidden, shares);
}

void Pool::attend_backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const {
  const Matrix shares = context.tape.pop(), hidden = context.tape.pop();
  const ConstMatrix tokens = context.tape.pop();
  attention_->backward({dtokens.data, 1, dtokens.rows, dim_}, {dout.data(), 1, dim_},
                       {tokens.data, 1, tokens.rows, dim_}, hidden, shares, context);
}

onnx::Value Pool::to_onnx(onnx::GraphBuilder& g, const onnx::Value& tokens, std::size_t n_tokens) const {
  g.set_place("pool");
  if (kind_ == PoolKind::kCls) return g.gather(tokens, g.integer(0), 1);
  const onnx::Value rest = cls_ ? g.slice(tokens, 1, 1, onnx::extent(n_tokens)) : tokens;
  switch (kind_) {
    case PoolKind::kFlatten:
      return g.reshape(rest, {0, -1});
    case PoolKind::kAttention:
      return onnx::context_attention(g, rest, "pool", "v");
    case PoolKind::kMean:
      return g.add("ReduceMean", {rest}, {{"axes", onnx::Ints{1}}, {"keepdims", std::int64_t{0}}});
    case PoolKind::kCls:
      break;  // above
  }
  abort_on_internal_error();
}

}  // namespace eegate
