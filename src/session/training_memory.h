// How much memory a training needs, found out before it is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/result.h"
#include "session/training_data.h"
#include "train/train_options.h"

namespace eegate {

// What one instance can have: 4 GiB in 32-bit WebAssembly (bindings/CMakeLists.txt), less what is in use already.
inline constexpr std::uint64_t kAddressableBytes =
    sizeof(void*) == 4 ? (std::uint64_t{4} << 30) - (64U << 20) : std::numeric_limits<std::uint64_t>::max();

struct TrainingMemory {
  std::uint64_t data = 0;         // the epochs
  std::uint64_t model = 0;        // weights, moments, gradients of all shards, a checkpoint
  std::uint64_t activations = 0;  // what a forward pass keeps for its backward pass
  std::uint64_t total() const { return data + model + activations; }
};

// Activations are measured on one made-up trial. Errors of the network.
Result<TrainingMemory> training_memory(const TrainingStart& start, const TrainOptions& options, std::size_t n_epochs);

// TRAIN_MEMORY if the weights of a setup alone, as completed_setup() makes it, need more than `limit`: known before any
// is drawn. Errors of read_config.
Result<> check_weights_fit(std::string_view setup, std::uint64_t limit);

// TRAIN_MEMORY, saying what would fit, if it is more than `limit` or than the system gives now.
Result<> check_memory(const TrainingMemory& memory, std::size_t n_epochs, std::uint64_t limit);

}  // namespace eegate
