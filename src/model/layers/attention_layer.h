// Multi-head self-attention with independent key and value widths.
#pragma once

#include <optional>
#include <string>

#include "kernels/attention.h"
#include "model/layers/linear.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

class AttentionLayer {
 public:
  AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
                 std::uint64_t dropout_site);

  void set_weights(const Weights& weights) {
    qkv_.set_weights(weights);
    output_.set_weights(weights);
  }
  // x [B N, E] -> out [B N, E] (+ residual); trials of n_tokens rows each attend within themselves. If `probabilities`
  // is given it receives [B, m, N, N]. In training x lies on the tape already. Keeps queries, keys, values, log sums
  // and heads.
  void forward(Matrix out, ConstMatrix x, std::size_t n_tokens, const Epilogue& epilogue, const ForwardContext& context,
               std::vector<float>* probabilities) const;
  // dx += ... for the gradient dout of the output, residual not included.
  void backward(Matrix dx, ConstMatrix dout, std::size_t n_tokens, BackwardContext& context) const;

 private:
  AttentionShape shape(std::size_t n_tokens) const { return {n_tokens, n_heads_, key_dim_, value_dim_, causal_}; }
  // What is dropped of the probabilities of a trial; nothing in inference.
  std::optional<AttentionDropout> dropout_of(std::size_t trial, std::size_t n_tokens, const Dropout* dropout) const;

  std::size_t n_heads_, key_dim_, value_dim_;
  bool causal_;
  double weights_rate_;
  std::uint64_t weights_site_;
  Linear qkv_;  // [m q | m q | m d]
  Linear output_;
};

}  // namespace eegate
