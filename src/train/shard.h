// A batch cut into a fixed number of shards. Gradients of a shard depend on the shard, the weights and the data alone,
// so that any worker may compute it; sums are taken in shard order, so that the result does not depend on who did.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "train/augment.h"
#include "train/gradient.h"

namespace eegate {

// Trials and what they should give. `x` [n, C, T] uV is a view: its owner must outlive the training. Training trials
// may be longer than the model's window where augmentation cuts it out of them.
struct TrainingSet {
  ConstTensor3 x;
  Targets targets;
  // Whose each trial is, or of which run: fits that recentre take those of one number together. Empty: nobody knows.
  std::vector<std::int32_t> groups = {};
  // Of a model of sequences: the first row of each trial, which may share rows with others (trainable.h). Empty: every
  // row is a trial.
  std::vector<std::uint32_t> first_rows = {};
  // Of a part of a larger set: where each of its trials stands there. Empty: this is no part.
  std::vector<std::uint32_t> places = {};

  std::size_t n_trials() const { return first_rows.empty() ? x.d0 : first_rows.size(); }
  std::size_t first_row(std::size_t trial) const { return first_rows.empty() ? trial : first_rows[trial]; }
};

struct Shard {
  std::uint64_t step = 0;
  std::size_t index = 0;           // in the order of summation
  std::size_t first_position = 0;  // in the batch, for dropout masks
  double total_weight = 0;         // of the whole batch: the divisor of its mean loss
  std::vector<std::uint32_t> trials;
};

struct ShardGradients {
  std::size_t index = 0;
  LossSum loss;
  Weights gradients;
};

struct ShardSettings {
  LossOptions loss;
  AugmentOptions augment;
  std::uint64_t seed = 0;  // of dropout and augmentation
  bool dropout = true;
  bool batch_statistics = false;  // batch norms; needs the whole batch in one shard
};

// `order` (a batch of trials) cut into up to n_shards pieces of nearly equal size.
std::vector<Shard> cut_batch(std::span<const std::uint32_t> order, std::size_t n_shards, std::uint64_t step,
                             double total_weight);

// One forward and backward pass over the shard, in pieces that suit the caches unless batch statistics forbid it.
ShardGradients compute_shard(const TrainableModel& model, const TrainingSet& set, const Shard& shard,
                             const ShardSettings& settings, PassMemory& memory);

// New values for a model elsewhere, from flat(weights) after each step; its network is made if there is none yet.
Result<> set_weights(TrainableModel& model, std::span<const float> values);

// Logits [trials, L] in inference mode, row by row; of models of sequences [trials rows, L].
std::vector<float> infer(const TrainableModel& model, const TrainingSet& set, std::span<const std::uint32_t> trials,
                         PassMemory& memory);

}  // namespace eegate
