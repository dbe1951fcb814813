// The transformer of docs/MODEL.md: embedding, positions, stages of encoder blocks with merges between them, pool,
// linear head.
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
  // Without pool and head: the tokens [B, cls + N, E] behind the last block and its norm, in the arena's memory, and
  // the gradient back from there.
  Tensor3 encoded(ConstTensor3 x, ForwardContext& context) const;
  void encoded_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times, BackwardContext& context) const;

 private:
  // Tokens [B, cls + N, E] with positions added.
  void embed(Tensor3 tokens, ConstTensor3 x, ForwardContext& context) const;
  void embed_backward(Tensor3 dtokens, Tensor3 dx, std::size_t n_times, BackwardContext& context) const;
  onnx::Value embed_to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const;
  // Blocks of one width, and what joins their tokens for the next stage.
  struct Stage {
    std::vector<EncoderBlock> blocks;
    std::optional<Merge> merge;
  };
  // What is wanted of a block; room for its trace is made here.
  static BlockView view_of(std::size_t block, const ForwardContext& context);
  TokenOrder order_of(std::size_t stage, std::size_t n_times) const;
  // The stages on the tokens of the embedding; returns those of the last stage.
  Tensor3 encode(Tensor3 tokens, std::size_t n_times, ForwardContext& context) const;
  // From the gradient of the last stage's tokens to that of the embedding's.
  Tensor3 encode_backward(Tensor3 dtokens, std::size_t n_times, BackwardContext& context) const;
  void final_norm_backward(Tensor3 dtokens, BackwardContext& context) const;
  void head_and_pool_backward(Tensor3 dtokens, ConstMatrix dlogits, BackwardContext& context) const;
  std::size_t n_cls() const { return cls_.empty() ? 0 : 1; }
  // Sinusoids are what they are.
  bool learns_offsets() const {
    return config_.position == PositionKind::kLearned || config_.embedding.channel_embedding;
  }

  TransformerConfig config_;
  std::size_t trained_n_times_;
  Weights weights_;  // kept for offsets that are learned and depend on the length of the input; stale otherwise
  std::unique_ptr<Embedding> embedding_;
  std::vector<float> cls_;
  std::vector<float> offsets_;  // of trained_n_times samples
  std::vector<Stage> stages_;
  std::optional<Norm> final_norm_;
  Pool pool_;
  Linear head_;
};

}  // namespace eegate
