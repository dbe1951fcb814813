#include "model/layers/encoder_block.h"

#include <algorithm>

namespace eegate {
namespace {

Activation activation_of(FfnActivation activation) {
  switch (activation) {
    case FfnActivation::kRelu: return Activation::kRelu;
    case FfnActivation::kGelu: return Activation::kGelu;
    case FfnActivation::kGeluTanh: return Activation::kGeluTanh;
  }
  return Activation::kRelu;
}

// Rows that pass through the feed-forward net at once: the hidden layer stays in the cache.
constexpr std::size_t kChunkRows = 192;

}  // namespace

EncoderBlock::EncoderBlock(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : kind_(config.block),
      relu_before_gate_(config.relu_before_gate),
      attn_residual_(config.attn_residual),
      activation_(activation_of(config.activation)),
      norm1_(weights, prefix + ".norm1", config.norm_eps),
      norm2_(weights, prefix + ".norm2", config.norm_eps),
      attention_(weights, prefix + ".attn", config),
      ffn0_(weights, prefix + ".ffn.0"),
      ffn1_(weights, prefix + ".ffn.1") {
  if (kind_ != BlockKind::kGated) return;
  gate1_.emplace(weights, prefix + ".gate1", config);
  gate2_.emplace(weights, prefix + ".gate2", config);
}

void EncoderBlock::feed_forward(Matrix out, ConstMatrix x, ConstMatrix residual, Arena& arena) const {
  for (std::size_t first = 0; first < x.rows; first += kChunkRows) {
    const ArenaScope scope(arena);
    const std::size_t n = std::min(kChunkRows, x.rows - first);
    const Matrix hidden = arena.matrix(n, ffn0_.n_out());
    const ConstMatrix rest = residual.data == nullptr ? residual : residual.slice_rows(first, n);
    ffn0_.forward(hidden, x.slice_rows(first, n), {.activation = activation_});
    ffn1_.forward(out.slice_rows(first, n), hidden, {.residual = rest});
  }
}

// x1 = LN1(x + MHA(x)),  x2 = LN2(x1 + FFN(x1))
void EncoderBlock::post_ln(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const {
  const Matrix sum = context.arena.matrix(x.rows, x.cols);
  attention_.forward(sum, x, n_tokens, {.residual = attn_residual_ ? ConstMatrix(x) : ConstMatrix()}, context, probabilities);
  norm1_.forward(x, sum);
  feed_forward(sum, x, x, context.arena);
  norm2_.forward(x, sum);
}

// x1 = x + MHA(LN1(x)),  x2 = x1 + FFN(LN2(x1))
void EncoderBlock::pre_ln(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const {
  const Matrix normed = context.arena.matrix(x.rows, x.cols);
  norm1_.forward(normed, x);
  attention_.forward(x, normed, n_tokens, {.residual = x}, context, probabilities);
  norm2_.forward(normed, x);
  feed_forward(x, normed, x, context.arena);
}

// x1 = G1(x, rho(MHA(LN1(x)))),  x2 = G2(x1, rho(FFN(LN2(x1)))),  rho = ReLU or nothing
void EncoderBlock::gated(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const {
  const Matrix normed = context.arena.matrix(x.rows, x.cols), y = context.arena.matrix(x.rows, x.cols);
  norm1_.forward(normed, x);
  attention_.forward(y, normed, n_tokens, {}, context, probabilities);
  if (relu_before_gate_) activate(Activation::kRelu, y.flat());
  gate1_->forward(x, y, context.arena);
  norm2_.forward(normed, x);
  feed_forward(y, normed, {}, context.arena);
  if (relu_before_gate_) activate(Activation::kRelu, y.flat());
  gate2_->forward(x, y, context.arena);
}

void EncoderBlock::forward(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const {
  const ArenaScope scope(context.arena);
  switch (kind_) {
    case BlockKind::kPostLn: return post_ln(x, n_tokens, context, probabilities);
    case BlockKind::kPreLn: return pre_ln(x, n_tokens, context, probabilities);
    case BlockKind::kGated: return gated(x, n_tokens, context, probabilities);
  }
}

}  // namespace eegate
