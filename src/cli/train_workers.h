// Threads that compute the shards of a training step. Results do not depend on their number.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/result.h"
#include "session/train/training_run.h"

namespace eegate::cli {

class TrainWorkers {
 public:
  // The trainer and the sets must outlive the workers. `n_workers` threads, the calling one included. Errors of the
  // network.
  static Result<std::unique_ptr<TrainWorkers>> create(const Trainer& trainer, const TrainingSets& sets,
                                                      std::size_t n_workers);
  ~TrainWorkers();
  TrainWorkers(const TrainWorkers&) = delete;
  TrainWorkers& operator=(const TrainWorkers&) = delete;

  Result<std::vector<ShardGradients>> gradients();
  Result<std::vector<std::vector<float>>> validation();

 private:
  // Every thread has a model of its own: XNNPACK's operators serve one thread at a time, and memory that one thread
  // alone writes stays in its core's cache.
  struct Worker {
    TrainableModel model;
    PassMemory memory;
    std::uint64_t step = ~std::uint64_t{0};  // whose weights the model has
  };
  using Work = std::function<void(std::size_t item, Worker& worker)>;

  TrainWorkers(const Trainer& trainer, const TrainingSets& sets) : trainer_(trainer), sets_(sets) {}
  // Throws std::bad_alloc where a thread did, after all have ended.
  void run(std::size_t n_items, const Work& work);
  void take_items(Worker& worker);
  Result<> give_weights(Worker& worker) const;
  void serve(Worker& worker);

  const Trainer& trainer_;
  const TrainingSets& sets_;
  std::vector<Worker> workers_;  // the first one is the calling thread's
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  const Work* work_ = nullptr;
  std::size_t n_items_ = 0, next_item_ = 0, n_busy_ = 0, round_ = 0;
  bool closing_ = false, out_of_memory_ = false;
};

}  // namespace eegate::cli
