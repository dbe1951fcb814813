// One encoder block: post-LN, pre-LN, or pre-LN with gates in place of the residuals. Forward and backward stand below
// each other; a backward lists its calls in the reverse order of its forward.
#pragma once

#include <optional>
#include <string>

#include "model/layers/attention_layer.h"
#include "model/layers/feed_forward.h"
#include "model/layers/gate_layer.h"
#include "model/layers/norm.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

class EncoderBlock {
 public:
  // blocks.INDEX.norm1, .norm2, .attn, .ffn, .gate1, .gate2
  static void list_tensors(TensorList& list, std::size_t index, const TransformerConfig& config);
  EncoderBlock(const Weights& weights, std::size_t index, std::size_t index_in_stage, const TransformerConfig& config);

  void set_weights(const Weights& weights);
  // x [B N, E] is replaced by the block's output.
  void forward(Matrix x, const TokenOrder& order, const ForwardContext& context, const BlockView& view = {}) const;
  // dx, the gradient of the output, becomes that of the input.
  void backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  // [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const TokenOrder& order) const;

 private:
  void post_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  void pre_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  void gated_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;

  // The stream x and the output of a sub-layer, as sum or through the gate: answers where the result stands, x or y.
  // `y` is room for the output; without a stream the output stands alone.
  template <class SubLayer>
  Matrix join(Matrix x, Matrix y, bool has_stream, const std::optional<GateLayer>& gate, const BranchView& view,
              const ForwardContext& context, const SubLayer& sub_layer) const;
  // out = residual + dropout(sub-layer of x); the residual may be empty or out itself.
  void attend(Matrix out, ConstMatrix x, ConstMatrix residual, const TokenOrder& order, const ForwardContext& context,
              const BlockView& view) const;
  void feed(Matrix out, ConstMatrix x, ConstMatrix residual, const ForwardContext& context,
            const BlockView& view) const;
  // dx += ... for the gradient dout of the sum; dout stays.
  void attend_backward(Matrix dx, ConstMatrix dout, const TokenOrder& order, BackwardContext& context) const;
  void feed_backward(Matrix dx, ConstMatrix dout, BackwardContext& context) const;

  std::string prefix_;  // blocks.INDEX
  std::size_t width_;
  BlockKind kind_;
  bool relu_before_gate_, attn_residual_;
  double attn_rate_, ffn_rate_;
  std::uint64_t first_site_;  // dropout sites: attention output, feed-forward output, hidden layer, attention weights
  Norm norm1_, norm2_;
  AttentionLayer attention_;
  FeedForward ffn_;
  std::optional<GateLayer> gate1_, gate2_;
};

}  // namespace eegate
