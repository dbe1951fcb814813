#include "model/transformer_network.h"

#include <algorithm>
#include <string>

#include "kernels/rows.h"
#include "model/layers/positions.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

// Dropout sites that are not in a block.
constexpr std::uint64_t kEmbedSite = 1000, kHeadSite = 1001;

}  // namespace

TransformerNetwork::TransformerNetwork(const ModelConfig& config, const Weights& weights)
    : config_(transformer_config(config)),
      trained_n_times_(config.n_times),
      weights_(weights),
      embedding_(make_embedding(config_.embedding, weights)),
      offsets_(token_offsets(config_, weights, config.n_times, config.n_times)),
      pool_(config_.at_head(), weights),
      head_(weights, "head") {
  if (config_.cls) cls_.assign(weights["cls"].begin(), weights["cls"].end());
  std::size_t n_blocks = 0;
  for (std::size_t s = 0; s < config_.stages.size(); ++s) {
    Stage& stage = stages_.emplace_back();
    for (std::size_t i = 0; i < config_.stages[s]; ++i)
      stage.blocks.emplace_back(weights, n_blocks++, i, config_.at_stage(s));
    if (s + 1 < config_.stages.size()) stage.merge.emplace(weights, "merge." + std::to_string(s), config_.norm_eps);
  }
  if (config_.final_norm) final_norm_.emplace(weights, "final_norm", config_.batch_norm, config_.norm_eps);
}

void TransformerNetwork::set_weights(const Weights& weights) {
  if (learns_offsets()) weights_ = weights;
  embedding_->set_weights(weights);
  if (config_.cls) cls_.assign(weights["cls"].begin(), weights["cls"].end());
  if (learns_offsets()) offsets_ = token_offsets(config_, weights, trained_n_times_, trained_n_times_);
  for (Stage& stage : stages_) {
    for (EncoderBlock& block : stage.blocks) block.set_weights(weights);
    if (stage.merge) stage.merge->set_weights(weights);
  }
  if (final_norm_) final_norm_->set_weights(weights);
  pool_.set_weights(weights);
  head_.set_weights(weights);
}

std::size_t TransformerNetwork::preferred_batch(std::size_t n_times) const {
  constexpr std::size_t kRows = 256;
  return std::max<std::size_t>(1, kRows / std::max<std::size_t>(1, config_.embedding.n_tokens(n_times)));
}

void TransformerNetwork::embed(Tensor3 tokens, ConstTensor3 x, ForwardContext& context) const {
  for (std::size_t b = 0; b < x.d0; ++b) std::copy(cls_.begin(), cls_.end(), tokens[b].data);
  embedding_->forward({tokens, n_cls()}, x, context);
  if (context.records_steps()) context.trace->embedded.assign(tokens.flat().begin(), tokens.flat().end());
  // Positions for another length than that of training are computed when needed.
  const std::vector<float> other =
      x.d2 == trained_n_times_ ? std::vector<float>() : token_offsets(config_, weights_, x.d2, trained_n_times_);
  const std::vector<float>& offsets = x.d2 == trained_n_times_ ? offsets_ : other;
  for (std::size_t b = 0; b < x.d0 && !offsets.empty(); ++b) {
    add_rows(tokens[b], ConstMatrix(offsets.data(), tokens.d1, tokens.d2));
  }
  context.drop(tokens.rows(), config_.dropout.embed, kEmbedSite);
  if (context.records_steps()) context.trace->positions = offsets;
  if (context.trace != nullptr) context.trace->tokens.assign(tokens.flat().begin(), tokens.flat().end());
}

void TransformerNetwork::embed_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times,
                                        BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  context.drop(dtokens.rows(), config_.dropout.embed, kEmbedSite);
  const Matrix doffsets = context.arena.matrix(dtokens.d1, dtokens.d2);
  std::fill_n(doffsets.data, doffsets.size(), 0.0F);
  for (std::size_t b = 0; b < dtokens.d0; ++b) add_rows(doffsets, dtokens[b]);
  token_offsets_gradient(context.gradients, doffsets, config_, n_times, trained_n_times_);
  if (config_.cls)
    add_scaled(context.gradients.values(static_cast<std::size_t>(weights_.find("cls"))), doffsets.row(0), 1.0F);
  embedding_->backward(dx, {dtokens, n_cls()}, context);
}

TokenOrder TransformerNetwork::order_of(std::size_t stage, std::size_t n_times) const {
  return stage == 0 ? token_order(config_, n_times) : counted_order(config_, config_.n_tokens(stage, n_times));
}

BlockView TransformerNetwork::view_of(std::size_t block, const ForwardContext& context) {
  BlockView view{.ablation = context.ablation == nullptr ? nullptr : context.ablation->block(block)};
  if (context.trace == nullptr) return view;
  if (context.trace->records_attention) view.probabilities = &context.trace->attention.emplace_back();
  if (!context.trace->records_steps) return view;
  view.trace = &context.trace->steps.emplace_back();
  view.max_map_size = context.trace->max_map_size;
  view.query = context.trace->query;
  return view;
}

Tensor3 TransformerNetwork::encode(Tensor3 tokens, std::size_t n_times, ForwardContext& context) const {
  std::size_t n_blocks = 0;
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    const TokenOrder order = order_of(s, n_times);
    for (const EncoderBlock& block : stages_[s].blocks) {
      block.forward(tokens.rows(), order, context, view_of(n_blocks++, context));
      if (context.trace != nullptr) context.trace->blocks.emplace_back(tokens.flat().begin(), tokens.flat().end());
    }
    if (!stages_[s].merge) continue;
    const Tensor3 merged = context.arena.tensor3(tokens.d0, Merge::n_merged(tokens.d1), 2 * tokens.d2);
    stages_[s].merge->forward(merged, tokens, context);
    tokens = merged;
  }
  return tokens;
}

Tensor3 TransformerNetwork::encode_backward(Tensor3 dtokens, std::size_t n_times, BackwardContext& context) const {
  for (std::size_t s = stages_.size(); s-- > 0;) {
    if (stages_[s].merge) {
      const Tensor3 dparts = context.arena.tensor3(dtokens.d0, config_.n_tokens(s, n_times), dtokens.d2 / 2);
      stages_[s].merge->backward(dparts, dtokens, context);
      dtokens = dparts;
    }
    const TokenOrder order = order_of(s, n_times);
    const std::vector<EncoderBlock>& blocks = stages_[s].blocks;
    for (std::size_t l = blocks.size(); l-- > 0;) blocks[l].backward(dtokens.rows(), order, context);
  }
  return dtokens;
}

Tensor3 TransformerNetwork::encoded(ConstTensor3 x, ForwardContext& context) const {
  context.n_trials = x.d0;
  const Tensor3 embedded = context.arena.tensor3(x.d0, config_.n_tokens(0, x.d2), config_.embedding.dim);
  embed(embedded, x, context);
  const Tensor3 tokens = encode(embedded, x.d2, context);
  if (final_norm_) final_norm_->forward(tokens.rows(), tokens.rows(), context);
  return tokens;
}

void TransformerNetwork::encoded_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times,
                                          BackwardContext& context) const {
  if (final_norm_) final_norm_backward(dtokens, context);
  embed_backward(encode_backward(dtokens, n_times, context), dx, n_times, context);
}

void TransformerNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Tensor3 tokens = encoded(x, context);
  const Matrix pooled = context.saved(x.d0, pool_.width(tokens.d1 - n_cls()));
  for (std::size_t b = 0; b < x.d0; ++b) pool_.forward(pooled.row(b), tokens[b], context);
  context.drop(pooled, config_.dropout.head, kHeadSite);
  if (context.records_steps()) {
    context.trace->encoded = values_of(tokens.rows());
    context.trace->pooled = values_of(pooled);
  }
  head_.forward(logits, pooled);
  // An empty matrix on top of the tape hands T to backward(), which needs it first.
  if (context.tape != nullptr) context.tape->push(x.d2, 0);
}

void TransformerNetwork::head_and_pool_backward(Tensor3 dtokens, ConstMatrix dlogits, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dpooled = context.arena.matrix(dlogits.rows, head_.n_in());
  std::fill_n(dpooled.data, dpooled.size(), 0.0F);
  // On the tape the matrices of an attention pool lie above its result.
  const ConstMatrix pooled = context.tape.peek(pool_.n_saved() * dlogits.rows);
  head_.backward(dpooled, dlogits, pooled, context);
  context.drop(dpooled, config_.dropout.head, kHeadSite);
  for (std::size_t b = dlogits.rows; b-- > 0;) pool_.backward(dtokens[b], dpooled.row(b), context);
  context.tape.pop();  // pooled
}

void TransformerNetwork::final_norm_backward(Tensor3 dtokens, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dnormed = context.arena.matrix(dtokens.d0 * dtokens.d1, dtokens.d2);
  std::copy_n(dtokens.data, dtokens.size(), dnormed.data);
  std::fill_n(dtokens.data, dtokens.size(), 0.0F);
  final_norm_->backward(dtokens.rows(), dnormed, context);
}

void TransformerNetwork::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_times = context.tape.pop().rows, last = stages_.size() - 1;
  context.n_trials = dlogits.rows;
  const Tensor3 dtokens =
      context.arena.tensor3(dlogits.rows, config_.n_tokens(last, n_times), config_.embedding.dim << last);
  std::fill_n(dtokens.data, dtokens.size(), 0.0F);
  head_and_pool_backward(dtokens, dlogits, context);
  encoded_backward(dtokens, dx, n_times, context);
}

onnx::Value TransformerNetwork::embed_to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const {
  g.set_place("embed");
  onnx::Value tokens = embedding_->to_onnx(g, x, n_times);
  std::vector<float> offsets = token_offsets(config_, g.weights(), n_times, trained_n_times_);
  const std::size_t width = config_.embedding.dim, n_tokens = config_.n_tokens(0, n_times);
  if (config_.cls) {
    // A token of zeros in front, to which the class token is added in the same way as a position.
    tokens = g.add("Pad", {tokens, g.integers({0, 1, 0, 0, 0, 0})});
    offsets.resize(n_tokens * width);
    add_scaled(std::span(offsets).first(width), g.values("cls"), 1.0F);
  }
  if (offsets.empty()) return tokens;
  return g.add("Add", {tokens, g.constant("token offsets", offsets, {1, onnx::extent(n_tokens), onnx::extent(width)})});
}

onnx::Value TransformerNetwork::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const {
  onnx::Value tokens = embed_to_onnx(g, x, n_times);
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    const TokenOrder order = order_of(s, n_times);
    for (const EncoderBlock& block : stages_[s].blocks) tokens = block.to_onnx(g, tokens, order);
    if (stages_[s].merge) tokens = stages_[s].merge->to_onnx(g, tokens, order.n_tokens);
  }
  const std::size_t last = stages_.size() - 1;
  g.set_place("head");
  if (final_norm_) tokens = final_norm_->to_onnx(g, tokens, config_.at_stage(last).embedding.dim);
  const onnx::Value pooled = pool_.to_onnx(g, tokens, config_.n_tokens(last, n_times));
  g.set_place("head");
  return onnx::linear(g, pooled, "head");
}

}  // namespace eegate
