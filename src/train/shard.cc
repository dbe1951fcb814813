#include "train/shard.h"

#include <algorithm>

#include "model/layers/input_standardize.h"
#include "train/trainable.h"

namespace eegate {
namespace {

// Copies the given trials of the set to contiguous memory.
struct Gathered {
  Tensor3 x;
  Targets targets;
};

Gathered gather(const TrainingSet& set, std::span<const std::uint32_t> trials, const ModelConfig& config,
                const Augmentation& augmentation, std::size_t first_position, Arena& arena) {
  Gathered out{arena.tensor3(trials.size(), config.n_chans, config.n_times), {}};
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const std::size_t trial = trials[i], position = first_position + i;
    augmentation.apply(set.x[trial], position, out.x[i]);
    if (!set.targets.classes.empty()) {
      out.targets.classes.push_back(augmentation.class_of(set.targets.classes[trial], position));
    }
    if (set.targets.values.empty()) continue;
    const auto first = set.targets.values.begin() + static_cast<std::ptrdiff_t>(trial * config.n_outputs);
    out.targets.values.insert(out.targets.values.end(), first, first + static_cast<std::ptrdiff_t>(config.n_outputs));
  }
  return out;
}

// The rows of trials of sequences, one trial after the other.
Gathered gather_rows(const TrainingSet& set, std::span<const std::uint32_t> trials, const TrialShape& shape,
                     Arena& arena) {
  Gathered out{arena.tensor3(trials.size() * shape.n_rows, shape.n_chans, shape.n_times), {}};
  float* to = out.x.data;
  for (const std::uint32_t trial : trials) {
    to = std::copy_n(set.x[set.first_row(trial)].data, shape.n_rows * shape.row_size(), to);
    const auto first = set.targets.classes.begin() + static_cast<std::ptrdiff_t>(set.first_row(trial));
    for (std::size_t row = 0; row < shape.n_rows; ++row)
      out.targets.classes.push_back(shape.answers(row) ? first[static_cast<std::ptrdiff_t>(row)] : kNoClass);
  }
  return out;
}

}  // namespace

std::vector<Shard> cut_batch(std::span<const std::uint32_t> order, std::size_t n_shards, std::uint64_t step,
                             double total_weight) {
  std::vector<Shard> shards;
  for (std::size_t s = 0; s < n_shards; ++s) {
    const std::size_t first = s * order.size() / n_shards, end = (s + 1) * order.size() / n_shards;
    if (first == end) continue;
    const std::span<const std::uint32_t> trials = order.subspan(first, end - first);
    shards.push_back({step, shards.size(), first, total_weight, {trials.begin(), trials.end()}});
  }
  return shards;
}

ShardGradients compute_shard(const TrainableModel& model, const TrainingSet& set, const Shard& shard,
                             const ShardSettings& settings, PassMemory& memory) {
  ShardGradients result{shard.index, {}, model.weights.zeros()};
  const std::size_t n = shard.trials.size();
  const bool of_sequences = is_sequence_model(model.config);
  const TrialShape shape = trial_shape_of(model.config);
  const std::size_t preferred = std::max<std::size_t>(1, model.network->preferred_batch(model.config.n_times));
  const std::size_t chunk = settings.batch_statistics ? n : preferred;
  const Augmentation augmentation(settings.augment, settings.seed, shard.step, model.config.n_chans);
  for (std::size_t first = 0; first < n; first += chunk) {
    const ArenaScope scope(memory.arena);
    const std::size_t count = std::min(chunk, n - first);
    const std::span<const std::uint32_t> trials = std::span(shard.trials).subspan(first, count);
    const Gathered batch =
        of_sequences ? gather_rows(set, trials, shape, memory.arena)
                     : gather(set, trials, model.config, augmentation, shard.first_position + first, memory.arena);
    const Dropout dropout(settings.seed, shard.step, shard.first_position + first);
    const PassOptions options{.loss = settings.loss,
                              .dropout = settings.dropout ? &dropout : nullptr,
                              .batch_statistics = settings.batch_statistics,
                              .total_weight = shard.total_weight};
    const LossSum sum = add_gradients(model, batch.x, batch.targets, 0, batch.x.d0, options, memory, result.gradients);
    result.loss.loss += sum.loss;
    result.loss.weight += sum.weight;
  }
  return result;
}

Result<> set_weights(TrainableModel& model, std::span<const float> values) {
  const std::span<float> own = model.weights.flat();
  if (values.size() != own.size()) {
    return Error{.code = "TRAIN_WEIGHTS",
                 .message = "These are the weights of another model",
                 .field = "weights",
                 .found = std::to_string(values.size()) + " values",
                 .expected = std::to_string(own.size())};
  }
  std::copy(values.begin(), values.end(), own.begin());
  if (model.network != nullptr) {
    model.network->set_weights(model.weights);
    return {};
  }
  EEGATE_TRY(model.network, network_of(model.config, model.weights));
  return {};
}

std::vector<float> infer(const TrainableModel& model, const TrainingSet& set, std::span<const std::uint32_t> trials,
                         PassMemory& memory) {
  const std::size_t n_rows = trial_shape_of(model.config).n_rows, n_outputs = model.config.n_outputs * n_rows;
  std::vector<float> logits(trials.size() * n_outputs);
  const std::size_t chunk = std::max<std::size_t>(1, model.network->preferred_batch(set.x.d2));
  for (std::size_t first = 0; first < trials.size(); first += chunk) {
    const ArenaScope scope(memory.arena);
    const std::size_t n = std::min(chunk, trials.size() - first);
    const Tensor3 standardized = memory.arena.tensor3(n * n_rows, set.x.d1, set.x.d2);
    for (std::size_t i = 0; i < n * n_rows; ++i) {
      const std::size_t row = set.first_row(trials[first + i / n_rows]) + i % n_rows;
      standardize_input(model.config.standardize, standardized[i], set.x[row]);
    }
    ForwardContext context{.arena = memory.arena};
    model.network->forward(standardized, {logits.data() + first * n_outputs, n * n_rows, model.config.n_outputs},
                           context);
  }
  return logits;
}

LossSum add_gradients(const TrainableModel& model, ConstTensor3 x, const Targets& targets, std::size_t first,
                      std::size_t n, const PassOptions& options, PassMemory& memory, Weights& gradients, Tensor3 dx) {
  const ArenaScope scope(memory.arena);
  const ModelConfig& config = model.config;
  const Tensor3 standardized = memory.arena.tensor3(n, x.d1, x.d2);
  for (std::size_t b = 0; b < n; ++b) standardize_input(config.standardize, standardized[b], x[first + b]);
  const Matrix logits = memory.arena.matrix(n, config.n_outputs), dlogits = memory.arena.matrix(n, config.n_outputs);
  ForwardContext forward{.arena = memory.arena,
                         .tape = &memory.tape,
                         .dropout = options.dropout,
                         .batch_statistics = options.batch_statistics};
  model.network->forward(standardized, logits, forward);
  const double total = options.total_weight > 0
                           ? options.total_weight
                           : total_weight(config.task, targets, first, n, config.n_outputs, options.loss);
  const LossSum sum = loss_sum(config.task, logits, targets, first, options.loss, total, dlogits);
  BackwardContext backward{.arena = memory.arena,
                           .tape = memory.tape,
                           .weights = model.weights,
                           .gradients = gradients,
                           .dropout = options.dropout,
                           .batch_statistics = options.batch_statistics};
  const Tensor3 dstandardized = dx.data == nullptr ? Tensor3() : memory.arena.tensor3(n, x.d1, x.d2);
  std::fill_n(dstandardized.data, dstandardized.size(), 0.0F);
  model.network->backward(dlogits, dstandardized, backward);
  for (std::size_t b = 0; b < n && dx.data != nullptr; ++b) {
    standardize_input_gradient(config.standardize, dx[b], dstandardized[b], x[first + b]);
  }
  return sum;
}

}  // namespace eegate
