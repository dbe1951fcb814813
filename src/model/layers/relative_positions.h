// Relative positions in the attention of one block, by the distance x = position of the key - position of the query:
//   rel_shaw (Shaw et al. 2018)  score = q . (k + a^K_x) / sqrt(q),   out = sum a (v + a^V_x), a^V optional;
//                                x is clipped to +-max_distance
//   rel_bias (Wu et al. 2021)    score = q . k / sqrt(q) + b_bucket(x), a bias for each head and bucket
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/attention.h"
#include "kernels/attention_gradient.h"
#include "model/layers/token_order.h"
#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// Bucket of a distance x, -beta ... beta (Wu et al. 2021): x itself for |x| <= alpha, else
// sign(x) min(beta, round(alpha + ln(|x| / alpha) / ln(gamma / alpha) (beta - alpha))). Ties are rounded to even.
std::int64_t distance_bucket(std::int64_t distance, const RelativeConfig& config);

class RelativePositions {
 public:
  // rel_shaw: prefix.rel.k and, optionally, prefix.rel.v [(m,) 2 max_distance + 1, width]; rel_bias: prefix.rel.bias
  // [m, 2 beta + 1].
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  RelativePositions(const Weights& weights, const std::string& prefix, const TransformerConfig& config);
  void set_weights(const Weights& weights);

  // The tables for tokens that attend within `spans`, limited to the distances that occur there. They refer to memory
  // of the arena and of this object.
  RelativeTerms terms(const TokenOrder& order, std::span<const TokenSpan> spans, Arena& arena) const;

  // Where attention_gradient() adds the gradients of these tables: biases by distance to memory of the arena, the
  // others directly to the gradients of the weights.
  RelativeGradients begin_backward(const RelativeTerms& terms, BackwardContext& context) const;
  // Adds the gradients of biases by distance to those of the buckets.
  void end_backward(const RelativeTerms& terms, const RelativeGradients& gradients, BackwardContext& context) const;

  // The same as operators of an ONNX graph, for tokens at these position indices.
  using Positions = std::span<const std::int32_t>;
  // What add_keys() hands on to add_values(); empty for biases.
  struct ShawRows {
    onnx::Value row_of_pair;  // [B, m, N, N] the row of the tables for each query and key
    onnx::Value by_row;       // [B, m, N, 2R + 1] products of the queries with the table of keys
  };
  // Products of queries and keys [B, m, N, N], not yet scaled, plus q . a^K; unchanged for biases.
  onnx::Value add_keys(onnx::GraphBuilder& g, const onnx::Value& products, const onnx::Value& queries,
                       Positions positions, ShawRows& rows) const;
  // Scaled scores [B, m, N, N] plus the biases; unchanged for tables.
  onnx::Value add_biases(onnx::GraphBuilder& g, const onnx::Value& scores, Positions positions) const;
  // Heads [B, m, N, d] plus the values' table weighted by the attention; unchanged where there is none.
  onnx::Value add_values(onnx::GraphBuilder& g, const onnx::Value& heads, const onnx::Value& attention,
                         const ShawRows& rows) const;

 private:
  // The distance beyond which the tables are constant, at most `longest`.
  std::size_t reach(std::size_t longest) const;
  // Offset of the first row of a Shaw table that `reach` includes.
  std::size_t skipped(std::size_t reach, std::size_t width) const { return (config_.max_distance - reach) * width; }

  RelativeConfig config_;
  std::size_t n_heads_, key_dim_, value_dim_;
  std::ptrdiff_t keys_index_, values_index_, biases_index_;  // indices in the list of tensors, -1: not there
  std::vector<float> keys_, values_, biases_;
};

}  // namespace eegate
