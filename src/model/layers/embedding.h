// Embeddings: standardised trials [B, C, T] -> tokens [B, N, E]. Kinds: identity (token n is sample n), linear (token
// n = W x[:, n] + b), patch (ViT, Dosovitskiy et al. 2021), conv_stem (conv_stem.cc).
#pragma once

#include <memory>

#include "base/tensor.h"
#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// The tokens of a batch, without the class token that precedes them if there is one.
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
  // Writes the tokens, without positions.
  virtual void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const = 0;
  // Adds the gradients of the weights; writes dx unless it is empty.
  virtual void backward(Tensor3 dx, TokenRows dtokens, BackwardContext& context) const = 0;
  // [B, C, n_times] -> [B, N, E]
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const = 0;
};

// The tensors "embed.*" of the configured kind.
void list_embedding_tensors(TensorList& list, const EmbeddingConfig& config, std::size_t n_chans);
std::unique_ptr<Embedding> make_embedding(const EmbeddingConfig& config, const Weights& weights);

// conv_stem.cc
std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights);

}  // namespace eegate
