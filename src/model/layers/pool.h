// From tokens to the one vector that the head reads.
#pragma once

#include <optional>
#include <vector>

#include "base/arena.h"
#include "model/layers/linear.h"
#include "model/transformer_config.h"

namespace eegate {

class Pool {
 public:
  Pool(const TransformerConfig& config, const Weights& weights);

  // Width of the vector for a trial of n_tokens tokens (class token not counted).
  std::size_t width(std::size_t n_tokens) const { return kind_ == PoolKind::kFlatten ? n_tokens * dim_ : dim_; }
  // out [width] from the tokens [cls + N, E] of one trial.
  void forward(std::span<float> out, ConstMatrix tokens, Arena& arena) const;

 private:
  PoolKind kind_;
  bool cls_;
  std::size_t dim_;
  std::optional<Linear> score_hidden_;  // attention: tanh(W z + b)
  std::vector<float> score_vector_;     // attention: v
};

}  // namespace eegate
