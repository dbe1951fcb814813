// One encoder block: post-LN, pre-LN, or pre-LN with gates in place of the residuals.
#pragma once

#include <optional>
#include <string>

#include "model/layers/attention_layer.h"
#include "model/layers/gate_layer.h"
#include "model/layers/linear.h"
#include "model/layers/norm.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

class EncoderBlock {
 public:
  EncoderBlock(const Weights& weights, const std::string& prefix, const TransformerConfig& config);

  // x [B N, E] is replaced by the block's output.
  void forward(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const;

 private:
  void post_ln(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const;
  void pre_ln(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const;
  void gated(Matrix x, std::size_t n_tokens, ForwardContext& context, std::vector<float>* probabilities) const;
  // out = W2 f(W1 x + b1) + b2 (+ residual); out and residual may be one, x may not.
  void feed_forward(Matrix out, ConstMatrix x, ConstMatrix residual, Arena& arena) const;

  BlockKind kind_;
  bool relu_before_gate_, attn_residual_;
  Activation activation_;
  LayerNorm norm1_, norm2_;
  AttentionLayer attention_;
  Linear ffn0_, ffn1_;
  std::optional<GateLayer> gate1_, gate2_;
};

}  // namespace eegate
