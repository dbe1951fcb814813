// Multi-head self-attention (Vaswani et al. 2017; torch.nn.MultiheadAttention with independent key and value widths),
// over all tokens or inside windows, with or without relative positions. For each head
//   softmax(Q K^T / sqrt(q)) V,   Q = x W_q^T + b_q [N, q], K [N, q], V [N, d];
// the heads [N, m d] are concatenated and multiplied by the output projection [E, m d].
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/attention.h"
#include "model/layers/block_view.h"
#include "model/layers/linear.h"
#include "model/layers/relative_positions.h"
#include "model/layers/token_order.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

// The attention of a block [m, N, N] in bounded memory: averaged over segments of tokens while it is computed.

// A map [m, G, G] with G = min(N, longest). Entry (i, j): the attention of a token of segment i to all tokens of
// segment j together, averaged over the tokens of i. Rows sum to 1.
class AttentionMap {
 public:
  AttentionMap(std::size_t n_heads, std::size_t n_tokens, std::size_t longest);

  std::size_t size() const { return n_map_; }
  // Adds the probabilities of one query for the keys first_key, first_key + 1, ...
  void add(std::size_t head, std::size_t query, std::size_t first_key, std::span<const float> row);
  std::vector<float> take() { return std::move(values_); }

 private:
  std::size_t segment_of(std::size_t token) const { return token * n_map_ / n_tokens_; }
  std::size_t n_tokens_, n_map_;
  std::vector<float> share_;  // [G] 1 / number of tokens of the segment
  std::vector<float> values_;
};

class AttentionLayer {
 public:
  // prefix.q, .k [m q, E], .v [m d, E], .o [E, m d] with their biases, and the tables of relative positions.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  // `index_in_stage`: the windows of blocks with an odd index are shifted.
  AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
                 std::size_t index_in_stage, std::uint64_t dropout_site);

  void set_weights(const Weights& weights) {
    qkv_.set_weights(weights);
    output_.set_weights(weights);
    if (relative_) relative_->set_weights(weights);
  }
  // x [B N, E] -> out [B N, E] (+ the residual of `epilogue`), each trial of N = order.n_tokens rows for itself. If the
  // view asks for probabilities, they are zero between tokens that do not see each other. In training x must already be
  // on top of the tape; queries, keys, values, log sums and heads are saved.
  void forward(Matrix out, ConstMatrix x, const TokenOrder& order, const Epilogue& epilogue,
               const ForwardContext& context, const BlockView& view = {}) const;
  // dx += the gradient of x, for the gradient dout of the output (the residual is not included).
  void backward(Matrix dx, ConstMatrix dout, const TokenOrder& order, BackwardContext& context) const;
  // [B, N, E] -> [B, N, E]
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const TokenOrder& order) const;

 private:
  AttentionShape shape(std::size_t n_tokens) const { return {n_tokens, n_heads_, key_dim_, value_dim_, causal_}; }
  // Whether forward() computes one head at a time, because queries, keys and values of all heads exceed the cache.
  bool goes_by_heads(Matrix out, ConstMatrix x, const TokenOrder& order, const Epilogue& epilogue,
                     const ForwardContext& context) const;
  void forward_by_heads(Matrix out, ConstMatrix x, const Epilogue& epilogue, Arena& arena) const;
  // Dropout of the attention probabilities in the i-th span of a trial; empty in inference.
  std::optional<AttentionDropout> dropout_of(std::size_t trial, std::size_t i, const AttentionSpans& spans,
                                             const Dropout* dropout) const;
  // The columns of qkv [n, m q | m q | m d]: queries, keys and values.
  struct Parts {
    ConstMatrix q, k, v;
  };
  Parts parts_of(ConstMatrix qkv) const;
  void add_probabilities(std::vector<float>& all, std::size_t trial, const TokenSpan& span, const Parts& parts,
                         std::size_t n_tokens, const RelativeTerms* relative) const;
  // Adds the probabilities to the attention map of the view's trace, a few queries at a time.
  void add_to_map(AttentionMap& map, const BlockView& view, const TokenSpan& span, const Parts& parts,
                  std::size_t n_tokens, const RelativeTerms* relative) const;
  // Records queries, keys, values and heads in the view's trace, and zeroes the heads that the view ablates.
  void record_and_ablate(ConstMatrix qkv, Matrix heads, const BlockView& view) const;

  onnx::Value heads_to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const char* name, std::size_t width) const;
  onnx::Value mask_to_onnx(onnx::GraphBuilder& g, const onnx::Value& scores, std::size_t n_tokens) const;

  std::string prefix_;
  std::size_t n_heads_, key_dim_, value_dim_;
  bool causal_;
  std::size_t window_, shift_;
  double weights_rate_;
  std::uint64_t weights_site_;
  Linear qkv_;  // [m q | m q | m d]
  Linear output_;
  std::optional<RelativePositions> relative_;
};

}  // namespace eegate
