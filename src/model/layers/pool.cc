#include "model/layers/pool.h"

#include <algorithm>

#include "kernels/rows.h"
#include "kernels/softmax.h"

namespace eegate {

Pool::Pool(const TransformerConfig& config, const Weights& weights)
    : kind_(config.pool), cls_(config.cls), dim_(config.embedding.dim) {
  if (kind_ != PoolKind::kAttention) return;
  score_hidden_.emplace(weights, "pool");
  score_vector_.assign(weights["pool.v"].begin(), weights["pool.v"].end());
}

void Pool::forward(std::span<float> out, ConstMatrix tokens, Arena& arena) const {
  if (kind_ == PoolKind::kCls) {
    std::copy_n(tokens.data, dim_, out.data());
    return;
  }
  // Every other pool ignores the class token.
  const ConstMatrix rest = cls_ ? tokens.slice_rows(1, tokens.rows - 1) : tokens;
  if (kind_ == PoolKind::kFlatten) {
    std::copy_n(rest.data, rest.size(), out.data());
    return;
  }
  if (kind_ == PoolKind::kMean) return mean_rows(out, rest);
  const ArenaScope scope(arena);
  const Matrix hidden = arena.matrix(rest.rows, score_vector_.size()), scores = arena.matrix(1, rest.rows);
  score_hidden_->forward(hidden, rest, {.activation = Activation::kTanh});
  for (std::size_t n = 0; n < rest.rows; ++n) {
    float score = 0;
    for (std::size_t a = 0; a < score_vector_.size(); ++a) score += hidden.row(n)[a] * score_vector_[a];
    scores.row(0)[n] = score;
  }
  softmax_rows(scores);
  weighted_rows(out, rest, scores.row(0));
}

}  // namespace eegate
