#include "cli/train_workers.h"

#include <new>
#include <optional>
#include <utility>

namespace eegate::cli {

Result<std::unique_ptr<TrainWorkers>> TrainWorkers::create(const Trainer& trainer, const TrainingSets& sets,
                                                           std::size_t n_workers) {
  std::unique_ptr<TrainWorkers> workers(new TrainWorkers(trainer, sets));
  for (std::size_t i = 0; i < n_workers; ++i) {
    workers->workers_.push_back({{trainer.config(), trainer.weights(), nullptr}, {}});
  }
  for (std::size_t i = 1; i < n_workers; ++i) {
    workers->threads_.emplace_back([self = workers.get(), i] { self->serve(self->workers_[i]); });
  }
  return workers;
}

TrainWorkers::~TrainWorkers() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Result<std::vector<ShardGradients>> TrainWorkers::gradients() {
  const std::vector<Shard> shards = trainer_.begin_step();
  const ShardSettings settings = trainer_.shard_settings();
  std::vector<std::optional<Result<ShardGradients>>> parts(shards.size());
  run(shards.size(), [&](std::size_t item, Worker& worker) {
    if (auto given = give_weights(worker); !given.ok()) return (void)parts[item].emplace(given.take_error());
    parts[item].emplace(compute_shard(worker.model, sets_.train.set, shards[item], settings, worker.memory));
  });
  std::vector<ShardGradients> gradients;
  for (auto& part : parts) {
    EEGATE_TRY(ShardGradients shard, std::move(*part));
    gradients.push_back(std::move(shard));
  }
  return gradients;
}

Result<std::vector<std::vector<float>>> TrainWorkers::validation() {
  const std::vector<std::vector<std::uint32_t>> chunks = trainer_.begin_validation();
  std::vector<std::optional<Result<std::vector<float>>>> parts(chunks.size());
  run(chunks.size(), [&](std::size_t item, Worker& worker) {
    if (auto given = give_weights(worker); !given.ok()) return (void)parts[item].emplace(given.take_error());
    parts[item].emplace(infer(worker.model, sets_.validation.set, chunks[item], worker.memory));
  });
  std::vector<std::vector<float>> logits;
  for (auto& part : parts) {
    EEGATE_TRY(std::vector<float> chunk, std::move(*part));
    logits.push_back(std::move(chunk));
  }
  return logits;
}

// The trainer's weights of now, once for each step.
Result<> TrainWorkers::give_weights(Worker& worker) const {
  const std::uint64_t step = trainer_.n_steps_done();
  if (worker.step == step) return {};
  worker.step = ~std::uint64_t{0};
  EEGATE_CHECK(copy_weights(worker.model, trainer_.weights()));
  worker.step = step;
  return {};
}

// Every thread takes the next item until there is none; returns when the last one is done.
void TrainWorkers::run(std::size_t n_items, const Work& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    n_items_ = n_items;
    next_item_ = 0;
    n_busy_ = threads_.size();
    ++round_;
  }
  begun_.notify_all();
  take_items(workers_[0]);
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return n_busy_ == 0; });
  if (std::exchange(out_of_memory_, false)) throw std::bad_alloc();
}

void TrainWorkers::take_items(Worker& worker) {
  for (;;) {
    std::size_t item = 0;
    {
      const std::lock_guard lock(mutex_);
      if (next_item_ >= n_items_) return;
      item = next_item_++;
    }
    try {
      (*work_)(item, worker);
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex_);
      out_of_memory_ = true;
      next_item_ = n_items_;
    }
  }
}

void TrainWorkers::serve(Worker& worker) {
  std::size_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    take_items(worker);
    const std::lock_guard lock(mutex_);
    if (--n_busy_ == 0) ended_.notify_one();
  }
}

}  // namespace eegate::cli
