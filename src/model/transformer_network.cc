#include "model/transformer_network.h"

#include <algorithm>

#include "kernels/rows.h"
#include "model/layers/positions.h"

namespace eegate {

TransformerNetwork::TransformerNetwork(const ModelConfig& config, const Weights& weights)
    : config_(transformer_config(config)),
      trained_n_times_(config.n_times),
      weights_(weights),
      embedding_(make_embedding(config_.embedding, weights)),
      offsets_(token_offsets(config_, weights, config.n_times, config.n_times)),
      pool_(config_, weights),
      head_(weights, "head") {
  if (config_.cls) cls_.assign(weights["cls"].begin(), weights["cls"].end());
  for (std::size_t l = 0; l < config_.n_blocks; ++l) blocks_.emplace_back(weights, "blocks." + std::to_string(l), config_);
  if (config_.final_norm) final_norm_.emplace(weights, "final_norm", config_.norm_eps);
}

std::size_t TransformerNetwork::preferred_batch(std::size_t n_times) const {
  constexpr std::size_t kRows = 256;
  return std::max<std::size_t>(1, kRows / std::max<std::size_t>(1, config_.embedding.n_tokens(n_times)));
}

void TransformerNetwork::embed(Matrix tokens, ConstMatrix x, ConstMatrix offsets, Arena& arena) const {
  const std::size_t n_cls = cls_.empty() ? 0 : 1;
  std::copy(cls_.begin(), cls_.end(), tokens.data);
  embedding_->forward(tokens.slice_rows(n_cls, tokens.rows - n_cls), x, arena);
  if (offsets.data != nullptr) add_rows(tokens, offsets);
}

void TransformerNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t width = config_.embedding.dim, n_patches = config_.embedding.n_tokens(x.d2);
  const std::size_t n_tokens = n_patches + (cls_.empty() ? 0 : 1);
  const std::vector<float> other =
      x.d2 == trained_n_times_ ? std::vector<float>() : token_offsets(config_, weights_, x.d2, trained_n_times_);
  const std::vector<float>& offsets = x.d2 == trained_n_times_ ? offsets_ : other;
  const ConstMatrix offset_rows = offsets.empty() ? ConstMatrix() : ConstMatrix(offsets.data(), n_tokens, width);

  const Tensor3 tokens = context.arena.tensor3(x.d0, n_tokens, width);
  for (std::size_t b = 0; b < x.d0; ++b) embed(tokens[b], x[b], offset_rows, context.arena);
  if (context.trace != nullptr) context.trace->tokens.assign(tokens.flat().begin(), tokens.flat().end());
  for (const EncoderBlock& block : blocks_) {
    std::vector<float>* probabilities = context.trace == nullptr ? nullptr : &context.trace->attention.emplace_back();
    block.forward(tokens.rows(), n_tokens, context, probabilities);
    if (context.trace != nullptr) context.trace->blocks.emplace_back(tokens.flat().begin(), tokens.flat().end());
  }
  if (final_norm_) final_norm_->forward(tokens.rows(), tokens.rows());
  const Matrix pooled = context.arena.matrix(x.d0, pool_.width(n_patches));
  for (std::size_t b = 0; b < x.d0; ++b) pool_.forward(pooled.row(b), tokens[b], context.arena);
  head_.forward(logits, pooled);
}

}  // namespace eegate
