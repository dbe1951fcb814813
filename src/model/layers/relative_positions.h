// Relative positions of one block: tables of keys and values by distance (Shaw et al. 2018), or biases of buckets of
// distances (Wu et al. 2021).
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

// Bucket of a distance: itself up to alpha, then in logarithmic steps up to beta, which gamma and more share
// (Wu et al. 2021, iRPE). Computed in double, rounded to nearest, ties to even.
std::int64_t distance_bucket(std::int64_t distance, const RelativeConfig& config);

class RelativePositions {
 public:
  // prefix.rel.k and prefix.rel.v, or prefix.rel.bias.
  static void list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config);
  RelativePositions(const Weights& weights, const std::string& prefix, const TransformerConfig& config);
  void set_weights(const Weights& weights);

  // The tables for tokens in this order that see each other within `spans`: no row of them is beyond what occurs there.
  // They live in the arena and in this layer.
  RelativeTerms terms(const TokenOrder& order, std::span<const TokenSpan> spans, Arena& arena) const;

  // Where attention_gradient() is to add the gradients of those tables: biases by distance in the arena, the others at
  // once among the weights' gradients.
  RelativeGradients begin_backward(const RelativeTerms& terms, BackwardContext& context) const;
  // Biases by distance become biases of buckets.
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
  // The largest distance at which tables still change, or `longest` where that is smaller.
  std::size_t reach(std::size_t longest) const;
  // Index of the first float of a Shaw table that `reach` leaves.
  std::size_t skipped(std::size_t reach, std::size_t width) const { return (config_.max_distance - reach) * width; }

  RelativeConfig config_;
  std::size_t n_heads_, key_dim_, value_dim_;
  std::ptrdiff_t keys_index_, values_index_, biases_index_;  // places in the list of tensors, -1: not there
  std::vector<float> keys_, values_, biases_;
};

}  // namespace eegate
