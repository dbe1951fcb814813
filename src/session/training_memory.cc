#include "session/training_memory.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "model/architecture.h"
#include "train/after_step.h"
#include "train/flat_weights.h"

namespace eegate {
namespace {

// Beside the gradients of each shard: weights four times (start, present, last good, best), two moments, their sum, two
// packings of the network, a copy on the way in or out, and a checkpoint of five, twice while it is handed over.
constexpr std::uint64_t kModelCopies = 20;

std::string mebibytes(std::uint64_t bytes) { return std::to_string((bytes + (1U << 20) - 1) >> 20) + " MiB"; }

// A block of this size is there to be had. In WebAssembly this grows the memory, which takes up no room until it is
// written to.
bool can_allocate(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2 && sizeof(void*) > 4) return false;
  void* block = std::malloc(static_cast<std::size_t>(bytes));
  if (block == nullptr) return false;
  *static_cast<volatile char*>(block) = 0;  // or the compiler leaves both calls out
  std::free(block);
  return true;
}

}  // namespace

Result<TrainingMemory> training_memory(const TrainingStart& start, const TrainOptions& options, std::size_t n_epochs) {
  const ModelConfig& config = start.config;
  const std::uint64_t epoch_bytes = std::uint64_t{4} * config.n_chans * config.n_times;
  const bool whole_batch = has_batch_norm(start.weights);
  TrainingMemory memory{.data = epoch_bytes * n_epochs,
                        .model = (kModelCopies + (whole_batch ? 1 : options.n_shards)) * 4 * flat_size(start.weights)};
  const Architecture& architecture = *find_architecture(config.architecture);
  if (architecture.make == nullptr) return memory;  // Trainer::create refuses it by name
  EEGATE_TRY(std::unique_ptr<Network> network, architecture.make(config, start.weights));
  const std::size_t batch = std::min(options.batch_size, n_epochs);
  const std::size_t piece =
      whole_batch ? batch : std::min(network->preferred_batch(config.n_times), batch / options.n_shards + 1);
  const TrainableModel model{config, start.weights, std::move(network)};
  const std::vector<float> x(config.n_chans * config.n_times);
  Weights gradients(start.weights.specs());
  PassMemory pass;
  add_gradients(model, {x.data(), 1, config.n_chans, config.n_times}, {.classes = {0}, .values = {}}, 0, 1,
                {.batch_statistics = whole_batch}, pass, gradients);
  memory.activations = piece * (pass.arena.capacity_bytes() + pass.tape.capacity_bytes());
  return memory;
}

Result<> check_weights_fit(std::string_view setup, std::uint64_t limit) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  EEGATE_TRY(const ModelConfig config, read_config(document.root().get("config")));
  TrainingMemory memory;
  for (const TensorSpec& spec : find_architecture(config.architecture)->tensors(config)) {
    std::uint64_t bytes = 4 * kModelCopies;
    for (const std::size_t extent : spec.shape) bytes *= extent;
    memory.model += bytes;
  }
  return memory.model <= limit ? Result<>() : check_memory(memory, 0, limit);
}

Result<> check_memory(const TrainingMemory& memory, std::size_t n_epochs, std::uint64_t limit) {
  const std::uint64_t needed = memory.total(), fixed = memory.model + memory.activations;
  if (needed <= limit && can_allocate(needed)) return {};
  Error error{.code = "TRAIN_MEMORY",
              .message = "This training needs more memory than an engine can have",
              .field = "memory",
              .found = mebibytes(needed) + " (" + mebibytes(memory.data) + " of epochs, " + mebibytes(memory.model) +
                       " for the model, " + mebibytes(memory.activations) + " for a pass)",
              .expected = needed > limit ? "at most " + mebibytes(limit) : "what this device gives now"};
  if (needed <= limit) {
    error.hint = "Close other tabs and programs, use fewer workers, or train on fewer recordings.";
  } else if (fixed >= limit) {
    error.hint = "Use a smaller batch, shorter epochs or a smaller model.";
  } else {
    const auto epoch_bytes = std::max<std::uint64_t>(1, memory.data / std::max<std::size_t>(1, n_epochs));
    error.hint = "Train on fewer recordings: of " + std::to_string(n_epochs) + " epochs " +
                 std::to_string((limit - fixed) / epoch_bytes) + " would fit; or use fewer channels or a lower rate.";
  }
  return error;
}

}  // namespace eegate
