// From standardised trials [B, C, T] to tokens [B, N, E], forward and backward.
#pragma once

#include <memory>

#include "base/tensor.h"
#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// The tokens of a batch behind their class token, if there is one.
struct TokenRows {
  Tensor3 all;  // [B, cls + N, E]
  std::size_t n_cls = 0;
  Matrix operator[](std::size_t trial) const { return all[trial].slice_rows(n_cls, all.d1 - n_cls); }
  std::size_t n_trials() const { return all.d0; }
};

class Embedding {
 public:
  virtual ~Embedding() = default;
  virtual void set_weights(const Weights& weights) = 0;
  // Writes the tokens, positions not yet added.
  virtual void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const = 0;
  // Gradients += ...; writes dx unless it is empty.
  virtual void backward(Tensor3 dx, TokenRows dtokens, BackwardContext& context) const = 0;
  // [B, C, n_times] -> [B, N, E]
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const = 0;
};

// "embed.*" of the kind that the configuration names.
void list_embedding_tensors(TensorList& list, const EmbeddingConfig& config, std::size_t n_chans);
std::unique_ptr<Embedding> make_embedding(const EmbeddingConfig& config, const Weights& weights);

// conv_stem.cc
std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights);

}  // namespace eegate
