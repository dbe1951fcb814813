// Mean loss in inference mode over a whole set, without class weights and smoothing.
#pragma once

#include <numeric>
#include <vector>

#include "train/loss.h"
#include "train/shard.h"

namespace eegate::test {

inline double mean_loss(const TrainableModel& model, const TrainingSet& set, PassMemory& memory) {
  std::vector<std::uint32_t> all(set.x.d0);
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<float> logits = infer(model, set, all, memory);
  const LossSum sum =
      loss_sum(model.config.task, {logits.data(), set.x.d0, model.config.n_outputs}, set.targets, 0, {}, 1, {});
  return sum.loss / sum.weight;
}

}  // namespace eegate::test
