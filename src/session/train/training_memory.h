// An estimate of the memory that a training needs, before it starts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "base/result.h"
#include "session/train/training_data.h"
#include "train/train_options.h"

namespace eegate {

// The memory of one instance: 4 GiB in 32-bit WebAssembly (bindings/CMakeLists.txt), less what is in use already.
inline constexpr std::uint64_t kAddressableBytes =
    sizeof(void*) == 4 ? (std::uint64_t{4} << 30) - (64U << 20) : std::numeric_limits<std::uint64_t>::max();

struct TrainingMemory {
  std::uint64_t data = 0;         // the epochs
  std::uint64_t model = 0;        // weights, moments, gradients of all shards, a checkpoint
  std::uint64_t activations = 0;  // what forward passes save for their backward passes, of all workers
  std::uint64_t total() const { return data + model + activations; }

  std::size_t batch_size = 1, n_shards = 1;
  std::size_t max_at_once = 1;  // trials that a pass takes of a shard at most
  std::uint64_t trial = 0;      // activations of one trial, of all workers
  std::uint64_t activations_of(std::size_t batch) const {
    return trial * std::min(max_at_once, (batch + n_shards - 1) / n_shards);
  }
  // Memory with batches of this size, as the blocks that are allocated.
  std::array<std::uint64_t, 3> blocks_of(std::size_t batch) const { return {data, model, activations_of(batch)}; }
};

// Activations are measured on one random trial. `n_workers` are threads of one process; a page asks for each of its
// engines. Errors of the network.
Result<TrainingMemory> training_memory(const TrainingStart& start, const TrainOptions& options, std::size_t n_epochs,
                                       std::size_t n_workers = 1);

// TRAIN_MEMORY if the weights of a setup alone, as completed_setup() makes it, need more than `limit`: known before any
// is drawn. Errors of read_config.
Result<> check_weights_fit(std::string_view setup, std::uint64_t limit);

// Blocks of these sizes are there to be had at the same time. In WebAssembly this grows the memory, which takes up no
// room until it is written to.
bool can_allocate(std::span<const std::uint64_t> blocks);

// TRAIN_MEMORY, saying what would fit, if it is more than `limit` or than the system gives now.
Result<> check_memory(const TrainingMemory& memory, std::size_t n_epochs, std::uint64_t limit,
                      bool (*can_have)(std::span<const std::uint64_t> blocks) = can_allocate);

}  // namespace eegate
