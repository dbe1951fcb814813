// Data parallelism: a batch is cut into a fixed number of shards. The gradients of a shard depend only on shard,
// weights and data, so that any worker can compute it; gradients are summed in shard order, so that the result does not
// depend on the assignment to workers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "base/tensor.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"
#include "train/augment.h"
#include "train/loss.h"

namespace eegate {

// Loss and gradients of a range of trials: one forward and one backward pass.

// A model in training. After a change of `weights`, network->set_weights(weights) must be called.
struct TrainableModel {
  ModelConfig config;
  Weights weights;
  std::unique_ptr<Network> network;
};

struct PassOptions {
  LossOptions loss;
  const Dropout* dropout = nullptr;
  bool batch_statistics = false;  // batch norms over these trials, as in training
  double total_weight = 0;        // divisor of the mean loss; 0: the weight of these trials
};

// Memory that is reused by successive passes.
struct PassMemory {
  Arena arena;
  Tape tape;
};

// Trials first ... first + n - 1 of x [B, C, T] uV. Adds to `gradients` and, unless dx is empty, writes dx [n, C, T],
// the gradient with respect to x (before standardisation). Returns the sum of the losses.
LossSum add_gradients(const TrainableModel& model, ConstTensor3 x, const Targets& targets, std::size_t first,
                      std::size_t n, const PassOptions& options, PassMemory& memory, Weights& gradients,
                      Tensor3 dx = {});

// Trials and their targets. `x` [n, C, T] uV is a view, whose memory must outlive the training. With
// AugmentOptions::jitter, T may exceed the model's window.
struct TrainingSet {
  ConstTensor3 x;
  Targets targets;
  // The subject or run of each trial, for fits with recentring. Empty: unknown.
  std::vector<std::int32_t> groups = {};
  // Sequence models (trainable.h): the first row of each trial; trials may share rows. Empty: every row is a trial.
  std::vector<std::uint32_t> first_rows = {};
  // If this is a subset of a larger set: the index there of each trial. Empty: it is not.
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

// Cuts `order`, the trials of a batch, into at most n_shards shards of nearly equal size.
std::vector<Shard> cut_batch(std::span<const std::uint32_t> order, std::size_t n_shards, std::uint64_t step,
                             double total_weight);

// Forward and backward pass of a shard, in chunks that suit the caches unless batch statistics are needed.
ShardGradients compute_shard(const TrainableModel& model, const TrainingSet& set, const Shard& shard,
                             const ShardSettings& settings, PassMemory& memory);

// Sets the weights of a worker's copy of the model from weights.flat(), after each step; builds its network if there is
// none yet.
Result<> set_weights(TrainableModel& model, std::span<const float> values);

// Logits in inference mode, [trials, L], for sequence models [trials * rows, L].
std::vector<float> infer(const TrainableModel& model, const TrainingSet& set, std::span<const std::uint32_t> trials,
                         PassMemory& memory);

}  // namespace eegate
