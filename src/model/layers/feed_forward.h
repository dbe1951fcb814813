// The position-wise feed-forward network of a transformer (Vaswani et al. 2017): W2 f(W1 x + b1) + b2 for each token.
#pragma once

#include <string>

#include "model/layers/linear.h"
#include "model/network.h"
#include "model/transformer_config.h"

namespace eegate {

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

}  // namespace eegate
