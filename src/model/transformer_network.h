// The transformer of docs/MODEL.md: embedding, positions, stages of encoder blocks with merges between them, pool,
// linear head. docs/ARCHITECTURE.md, "Reading the transformer", lists the files to read and their order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/config.h"
#include "model/layers/embedding.h"
#include "model/layers/encoder_block.h"
#include "model/layers/linear.h"
#include "model/layers/merge.h"
#include "model/layers/norm.h"
#include "model/layers/pool.h"
#include "model/layers/token_order.h"
#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

class TransformerNetwork final : public Network {
 public:
  TransformerNetwork(const ModelConfig& config, const Weights& weights);
  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  std::size_t preferred_batch(std::size_t n_times) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const override;
  const Weights* weights() const override { return &weights_; }
  // The encoder alone, without pool and head: the tokens [B, cls + N, E] after the last block and the final norm, in
  // memory of the arena, and the backward pass from their gradient.
  Tensor3 encoded(ConstTensor3 x, ForwardContext& context) const;
  void encoded_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times, BackwardContext& context) const;

 private:
  // Tokens [B, cls + N, E] of x [B, C, T], with class token and positions.
  void embed(Tensor3 tokens, ConstTensor3 x, ForwardContext& context) const;
  void embed_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times, BackwardContext& context) const;
  onnx::Value embed_to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const;
  // Blocks of one width, and the merge of their tokens for the next stage.
  struct Stage {
    std::vector<EncoderBlock> blocks;
    std::optional<Merge> merge;
  };
  // What is recorded and ablated in a block; adds the entries of the trace that it fills.
  static BlockView view_of(std::size_t block, const ForwardContext& context);
  TokenOrder order_of(std::size_t stage, std::size_t n_times) const;
  // Runs all stages on the tokens of the embedding; returns the tokens of the last stage.
  Tensor3 encode(Tensor3 tokens, std::size_t n_times, ForwardContext& context) const;
  // Gradient of the last stage's tokens -> gradient of the embedding's tokens.
  Tensor3 encode_backward(Tensor3 dtokens, std::size_t n_times, BackwardContext& context) const;
  void final_norm_backward(Tensor3 dtokens, BackwardContext& context) const;
  void head_and_pool_backward(Tensor3 dtokens, ConstMatrix dlogits, BackwardContext& context) const;
  std::size_t n_cls() const { return cls_.empty() ? 0 : 1; }
  // Whether what is added to the tokens is learned; sinusoids are not.
  bool learns_offsets() const {
    return config_.position == PositionKind::kLearned || config_.embedding.channel_embedding;
  }

  TransformerConfig config_;
  std::size_t trained_n_times_;
  Weights weights_;  // current only if learns_offsets(): offsets for other window lengths are computed from them
  std::unique_ptr<Embedding> embedding_;
  std::vector<float> cls_;
  std::vector<float> offsets_;  // added to the tokens of a trial of trained_n_times_ samples
  std::vector<Stage> stages_;
  std::optional<Norm> final_norm_;
  Pool pool_;
  Linear head_;
};

}  // namespace eegate
