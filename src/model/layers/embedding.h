// From a standardised trial [C, T] to tokens [N, E].
#pragma once

#include <memory>

#include "base/arena.h"
#include "base/tensor.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

class Embedding {
 public:
  virtual ~Embedding() = default;
  // tokens [N, E], positions not yet added.
  virtual void forward(Matrix tokens, ConstMatrix x, Arena& arena) const = 0;
};

std::unique_ptr<Embedding> make_embedding(const EmbeddingConfig& config, const Weights& weights);

// conv_stem.cc
std::unique_ptr<Embedding> make_conv_stem(const EmbeddingConfig& config, const Weights& weights);

}  // namespace eegate
