// One encoder block: post-LN (Vaswani et al. 2017), pre-LN (Xiong et al. 2020), or pre-LN with gates instead of
// residual connections (Parisotto et al. 2020). The equations are above forward() in the .cc file.
#pragma once

#include <optional>
#include <string>

#include "model/layers/attention_layer.h"
#include "model/layers/gates.h"
#include "model/layers/layer.h"
#include "model/layers/linear.h"
#include "model/layers/norm.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

// The position-wise feed-forward network of a transformer (Vaswani et al. 2017): W2 f(W1 x + b1) + b2 for each token.

class FeedForward {
 public:
  // prefix.0 [r, E] and prefix.1 [E, r]
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config) {
    const std::size_t first = list.size();
    list.add_linear(prefix + ".0", {config.ffn_dim, config.embedding.dim});
    list.add_linear(prefix + ".1", {config.embedding.dim, config.ffn_dim});
    list.set_dense(first);
  }
  FeedForward(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
              std::uint64_t dropout_site);

  void set_weights(const Weights& weights) {
    first_.set_weights(weights);
    second_.set_weights(weights);
  }
  // out = W2 f(W1 x + b1) + b2 (+ residual) for x [rows, E]. out may be residual, but not x. In training x must already
  // be on top of the tape; the hidden layer is saved. In inference `hidden_values`, unless null, receives the hidden
  // layer [rows, r].
  void forward(Matrix out, ConstMatrix x, ConstMatrix residual, const ForwardContext& context,
               std::vector<float>* hidden_values = nullptr) const;
  // dx += the gradient of x, for the gradient dout of the output (the residual is not included).
  void backward(Matrix dx, ConstMatrix dout, BackwardContext& context) const;
  // [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x) const;

 private:
  std::string prefix_;
  Activation activation_;
  double hidden_rate_;
  std::uint64_t hidden_site_;
  Linear first_, second_;
};

class EncoderBlock {
 public:
  // blocks.INDEX.norm1, .norm2, .attn, .ffn, .gate1, .gate2
  static void list_tensors(TensorList& list, std::size_t index, const TransformerConfig& config);
  EncoderBlock(const Weights& weights, std::size_t index, std::size_t index_in_stage, const TransformerConfig& config);

  void set_weights(const Weights& weights);
  // x [B N, E], in place.
  void forward(Matrix x, const TokenOrder& order, const ForwardContext& context, const BlockView& view = {}) const;
  // dx, the gradient of the output, is replaced by that of the input.
  void backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  // [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const TokenOrder& order) const;

 private:
  void post_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  void pre_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;
  void gated_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const;

  // Runs a sub-layer and combines its output with the residual stream x, by a sum or by the gate. `y` is memory for the
  // output; the result is in the matrix that is returned, x or y. has_stream = false: the output alone.
  template <class SubLayer>
  Matrix join(Matrix x, Matrix y, bool has_stream, const std::optional<GateLayer>& gate, const BranchView& view,
              const ForwardContext& context, const SubLayer& sub_layer) const;
  // out = residual + dropout(attention(x)), residual + dropout(feed-forward(x)). The residual may be empty or `out`.
  void attend(Matrix out, ConstMatrix x, ConstMatrix residual, const TokenOrder& order, const ForwardContext& context,
              const BlockView& view) const;
  void feed(Matrix out, ConstMatrix x, ConstMatrix residual, const ForwardContext& context,
            const BlockView& view) const;
  // dx += the gradient through the sub-layer, for the gradient dout of the sum.
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

// An encoder block as a layer of a chain: {1, 1, T, E} -> {1, 1, T, E}, the T steps of a trial are its tokens.

class EncoderLayer final : public Layer {
 public:
  // blocks.INDEX. ...
  EncoderLayer(const Weights& weights, std::size_t index, const TransformerConfig& config);

  std::string_view name() const override { return "encoder block"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  bool in_place() const override { return true; }
  std::size_t n_saved() const override { return n_saved_; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { block_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  TokenOrder order_of(const MapShape& shape) const { return counted_order(config_, shape.width); }
  TransformerConfig config_;
  EncoderBlock block_;
  std::size_t n_saved_ = 0;
};

}  // namespace eegate
