// The pool of a transformer: the tokens of a trial -> one vector, the input of the head. Kinds: flatten, mean, the
// class token, or attention with a context vector (context_attention.h).
#pragma once

#include <optional>

#include "model/layers/context_attention.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

class Pool {
 public:
  // Only an attention pool has tensors.
  static void list_tensors(TensorList& list, const TransformerConfig& config);
  Pool(const TransformerConfig& config, const Weights& weights);
  void set_weights(const Weights& weights);

  // Width of the vector for n_tokens tokens (class token not counted).
  std::size_t width(std::size_t n_tokens) const { return kind_ == PoolKind::kFlatten ? n_tokens * dim_ : dim_; }
  // Matrices on the tape for each trial.
  std::size_t n_saved() const { return kind_ == PoolKind::kAttention ? 3 : 0; }
  // out [width] from the tokens [cls + N, E] of one trial.
  void forward(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const;
  // dtokens [cls + N, E] += the gradient of the tokens.
  void backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const;
  // [B, cls + N, E] -> [B, width], n_tokens = cls + N
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& tokens, std::size_t n_tokens) const;

 private:
  void attend(std::span<float> out, ConstMatrix tokens, const ForwardContext& context) const;
  void attend_backward(Matrix dtokens, std::span<const float> dout, BackwardContext& context) const;

  PoolKind kind_;
  bool cls_;
  std::size_t dim_;
  std::optional<ContextAttention> attention_;
};

}  // namespace eegate
