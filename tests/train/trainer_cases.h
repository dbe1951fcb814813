// Small training problems for the tests of the trainer.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/mean_loss.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/save.h"
#include "train/trainer.h"

namespace eegate::test::trainers {

// Trials of noise with random labels, and training sets that refer to them.
struct Noise {
  Noise(const ModelConfig& c, std::size_t n, const char* purpose = "noise")
      : config(c), n_trials(n), values(random_values(n * c.n_chans * c.n_times, purpose, 30)) {
    const Rng rng(5, purpose);
    for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<int>(rng.bits(i) % c.n_classes()));
  }
  TrainingSet set(std::size_t first, std::size_t n) const {
    const std::size_t per_trial = config.n_chans * config.n_times;
    const auto begin = labels.begin() + static_cast<std::ptrdiff_t>(first);
    return {{values.data() + first * per_trial, n, config.n_chans, config.n_times},
            {{begin, begin + static_cast<std::ptrdiff_t>(n)}, {}}};
  }
  TrainingSet all() const { return set(0, n_trials); }

  ModelConfig config;
  std::size_t n_trials;
  std::vector<float> values;
  std::vector<int> labels;
};

inline ModelConfig small_config(const std::string& more = {}) {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":9,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":12,
                         "embedding":{"kind":"linear","dim":6},"dropout":{"attn_weights":0.2,"ffn_hidden":0.1,"embed":0.1,"head":0.1})" +
      more + "}");
}

inline ModelConfig stem_config() {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":30,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":8,
                         "embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":4}})");
}

// A model with windows, a merge, relative positions and batch statistics.
inline ModelConfig window_config() {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":13,"n_outputs":2,"n_heads":2,"n_blocks":3,"ffn_dim":8,"norm":"batch",
                         "embedding":{"kind":"linear","dim":6},"position":{"kind":"rel_shaw","max_distance":2,"values":true},
                         "attention":{"kind":"window","window":4,"stages":[2,1]},"dropout":{"attn_weights":0.2}})");
}

inline TrainOptions quick_options(const ModelConfig& config) {
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.n_epochs = 3;
  options.batch_size = 8;
  options.seed = 11;
  return options;
}

inline Trainer make_trainer(const Noise& noise, const TrainOptions& options, std::size_t n_validation = 0) {
  const std::size_t n = noise.n_trials - n_validation;
  auto trainer = Trainer::create(noise.config, initial_weights(noise.config, 1), noise.set(0, n),
                                 noise.set(n, n_validation), options);
  INFO((trainer.ok() ? std::string() : describe(trainer.error())));
  REQUIRE(trainer.ok());
  return std::move(trainer).value();
}

inline void run(Trainer& trainer) {
  while (!trainer.done()) {
    REQUIRE(trainer.step().ok());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
}

inline bool same_bits(const Weights& a, const Weights& b) { return std::ranges::equal(a.flat(), b.flat()); }

// A worker with its own copy of data and model, which receives only shards and weights.
struct Worker {
  TrainableModel model;
  PassMemory memory;
};

// Computes every shard by one of n workers, the last shard first; gradients are passed on as arrays of floats.
inline void run_spread(Trainer& trainer, const TrainingSet& set, std::size_t n_workers) {
  std::vector<Worker> workers;
  for (std::size_t i = 0; i < n_workers; ++i) {
    workers.push_back({{trainer.config(), initial_weights(trainer.config(), 9), nullptr}, {}});
  }
  while (!trainer.done()) {
    for (Worker& worker : workers) REQUIRE(set_weights(worker.model, trainer.weights().flat()).ok());
    const std::vector<Shard> shards = trainer.begin_step();
    std::vector<ShardGradients> parts;
    for (const Shard& shard : shards) parts.push_back({shard.index, {}, Weights(trainer.weights().specs())});
    for (std::size_t i = shards.size(); i-- > 0;) {
      Worker& worker = workers[i % n_workers];
      const ShardGradients part = compute_shard(worker.model, set, shards[i], trainer.shard_settings(), worker.memory);
      parts[i].loss = part.loss;
      std::ranges::copy(part.gradients.flat(), parts[i].gradients.flat().begin());
    }
    REQUIRE(trainer.finish_step(parts).ok());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
}

}  // namespace eegate::test::trainers
