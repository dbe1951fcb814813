#include "session/train/training_memory.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "model/memory_limit.h"
#include "train/optimizer.h"
#include "train/trainable.h"

namespace eegate {
namespace {

// Beside the gradients of each shard: weights four times (start, present, last good, best), two moments, their sum, two
// packings of the network, a copy on the way in or out, and a checkpoint of five, twice while it is handed over.
constexpr std::uint64_t kModelCopies = 20;
// A thread has weights and both packings of its network, and a checkpoint is not its business.
constexpr std::uint64_t kCopiesOfWorker = 4;

std::string mebibytes(std::uint64_t bytes) { return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB"; }

}  // namespace

Result<TrainingMemory> training_memory(const TrainingStart& start, const TrainOptions& options, std::size_t n_epochs,
                                       std::size_t n_workers) {
  const ModelConfig& config = start.config;
  const TrialShape shape = trial_shape_of(config);
  const std::uint64_t epoch_bytes = std::uint64_t{4} * shape.row_size();
  const bool whole_batch = has_batch_norm(start.weights);
  TrainingMemory memory{.data = epoch_bytes * n_epochs,
                        .batch_size = std::min(options.batch_size, n_epochs),
                        .n_shards = whole_batch ? 1 : options.n_shards};
  memory.model = (kModelCopies + memory.n_shards + (n_workers - 1) * kCopiesOfWorker) * 4 * start.weights.flat().size();
  EEGATE_TRY(std::unique_ptr<Network> network, network_of(config, start.weights));
  memory.max_at_once = whole_batch ? std::numeric_limits<std::size_t>::max() : network->preferred_batch(config.n_times);
  const TrainableModel model{config, start.weights, std::move(network)};
  const std::vector<float> x(shape.n_rows * shape.row_size());
  Weights gradients(start.weights.specs());
  PassMemory pass;
  const Targets target{.classes = std::vector<int>(shape.n_rows), .values = std::vector<float>(config.n_outputs)};
  add_gradients(model, {x.data(), shape.n_rows, shape.n_chans, shape.n_times}, target, 0, shape.n_rows,
                {.batch_statistics = whole_batch}, pass, gradients);
  memory.trial = n_workers * (pass.arena.capacity_bytes() + pass.tape.capacity_bytes());
  memory.activations = memory.activations_of(memory.batch_size);
  return memory;
}

Result<> check_weights_fit(std::string_view setup, std::uint64_t limit) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  EEGATE_TRY(const ModelConfig config, read_config(document.root().get("config")));
  constexpr double kMaxBytes = 0x1p62;  // a number for the message, whatever the product of the sizes is
  const double bytes = 4 * kModelCopies * count_values(tensors_of(config));
  const TrainingMemory memory{.model = static_cast<std::uint64_t>(std::min(bytes, kMaxBytes))};
  return memory.model <= limit ? Result<>() : check_memory(memory, 0, limit);
}

bool can_allocate(std::span<const std::uint64_t> blocks) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::size_t>::max() / (sizeof(void*) > 4 ? 2 : 1);
  std::vector<std::unique_ptr<void, decltype(&std::free)>> held;
  held.reserve(blocks.size());  // no allocation of its own fails while it takes a block
  for (const std::uint64_t bytes : blocks) {
    if (bytes > kMost) return false;
    held.emplace_back(std::malloc(static_cast<std::size_t>(std::max<std::uint64_t>(1, bytes))), std::free);
    if (held.back() == nullptr) return false;
    *static_cast<volatile char*>(held.back().get()) = 0;  // or the compiler leaves both calls out
  }
  return true;
}

namespace {

using CanHave = bool (*)(std::span<const std::uint64_t> blocks);

// The largest share of the blocks that can be allocated, to within a hundredth.
std::uint64_t most_of(const TrainingMemory& memory, CanHave can_have) {
  constexpr std::uint64_t kShares = 128;
  std::uint64_t most = 0;
  for (std::uint64_t step = kShares / 2; step > 0; step /= 2) {
    std::array blocks = memory.blocks_of(memory.batch_size);
    for (std::uint64_t& bytes : blocks) bytes = bytes / kShares * (most + step);
    if (can_have(blocks)) most += step;
  }
  return memory.total() / kShares * most;
}

// The hint, with numbers where it can be computed. `most` bytes are available, if in suitable blocks.
std::string what_fits(const TrainingMemory& memory, std::size_t n_epochs, std::uint64_t most, auto fits) {
  for (std::size_t batch = memory.batch_size - 1; batch > 0; --batch)
    if (fits(memory.blocks_of(batch)))
      return "A batch of " + std::to_string(batch) + " instead of " + std::to_string(memory.batch_size) + " would fit.";
  const std::uint64_t fixed = memory.model + memory.activations_of(1);
  if (fixed >= most) return "Use shorter epochs, fewer workers or a smaller model.";
  const std::uint64_t epoch_bytes = std::max<std::uint64_t>(1, memory.data / std::max<std::size_t>(1, n_epochs));
  return "Train on fewer recordings: of " + std::to_string(n_epochs) + " epochs " +
         std::to_string((most - fixed) / epoch_bytes) + " would fit; or use fewer channels or a lower rate.";
}

}  // namespace

Result<> check_memory(const TrainingMemory& memory, std::size_t n_epochs, std::uint64_t limit, CanHave can_have) {
  const auto fits = [&](std::span<const std::uint64_t> blocks) {
    return std::reduce(blocks.begin(), blocks.end()) <= limit && can_have(blocks);
  };
  if (fits(memory.blocks_of(memory.batch_size))) return {};
  const std::uint64_t needed = memory.total();
  const bool is_device_short = needed <= limit;
  const std::uint64_t most = is_device_short ? most_of(memory, can_have) : limit;
  return Error{.code = "TRAIN_MEMORY",
               .message = "This training needs more memory than it can have",
               .field = "memory",
               .found = mebibytes(needed) + " (" + mebibytes(memory.data) + " of epochs, " + mebibytes(memory.model) +
                        " for the model, " + mebibytes(memory.activations) + " for a pass)",
               .expected = (is_device_short ? "what this device gives now, " : "at most ") + mebibytes(most),
               .hint = (is_device_short ? "Close other programs or tabs, or use less. " : "") +
                       what_fits(memory, n_epochs, most, fits)};
}

}  // namespace eegate
