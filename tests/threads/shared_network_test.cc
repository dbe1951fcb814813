// One network in several threads at once. What is const may be shared; each thread brings its own memory and its own
// sums of gradients. The preset native-tsan runs this under ThreadSanitizer.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/lazy.h"
#include "model/architecture.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/shard.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::random_values;

namespace shared_network_test {

namespace {

constexpr std::size_t kThreads = 4, kTrials = 3;

TrainableModel model_of(const std::string& json) {
  const ModelConfig config = config_from(json);
  Weights weights = initial_weights(config, 4);
  auto network = find_architecture(config.architecture)->make(config, weights);
  REQUIRE(network.ok());
  return {config, std::move(weights), std::move(network).value()};
}

struct Pass {
  std::vector<float> gradients;
  double loss = 0;
  bool operator==(const Pass&) const = default;
};

Pass pass(const TrainableModel& model, std::size_t n_times) {
  const std::vector<float> x = random_values(kTrials * model.config.n_chans * n_times, "input", 20);
  const Targets targets{{0, 1, 0}, {}};
  PassMemory memory;
  Weights gradients(model.weights.specs());
  const LossSum sum = add_gradients(model, {x.data(), kTrials, model.config.n_chans, n_times}, targets, 0, kTrials,
                                    {.batch_statistics = has_batch_norm(model.weights)}, memory, gradients);
  return {{gradients.flat().begin(), gradients.flat().end()}, sum.loss};
}

// All threads begin together with a network that has not been used yet.
std::vector<Pass> passes_together(const TrainableModel& shared, const std::vector<std::size_t>& lengths) {
  std::vector<Pass> results(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (std::size_t turn = 0; turn < 3; ++turn) results[i] = pass(shared, lengths[(i + turn) % lengths.size()]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

void check_shared(const std::string& json, const std::vector<std::size_t>& lengths) {
  CAPTURE(json);
  std::vector<Pass> alone;
  for (const std::size_t n_times : lengths) alone.push_back(pass(model_of(json), n_times));
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::vector<Pass> together = passes_together(model_of(json), lengths);
    for (std::size_t i = 0; i < kThreads; ++i) CHECK(together[i] == alone[(i + 2) % lengths.size()]);
  }
}

}  // namespace

TEST_CASE("threads that share a network get what each would get alone", "[threads]") {
  check_shared(R"({"architecture":"transformer","n_chans":3,"n_times":12,"n_outputs":2,"n_heads":2,"n_blocks":2,
                   "ffn_dim":12,"gate":"gru","standardize":"none","embedding":{"kind":"linear","dim":6}})",
               {12, 17});
  check_shared(R"({"architecture":"transformer","n_chans":3,"n_times":31,"n_outputs":2,"n_heads":2,"n_blocks":1,
                   "embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":5}})",
               {31});
  check_shared(R"({"architecture":"eegnet","n_chans":5,"n_times":37,"n_outputs":2,"pool1":3,"pool2":2,
                   "kernel_length":6,"sep_kernel_length":4})",
               {37});
  check_shared(R"({"architecture":"bilstm_attn","n_chans":4,"n_times":20,"n_outputs":2,"hidden":5,"attn_units":4})",
               {20, 27});
  check_shared(R"({"architecture":"eeg_channelnet","n_chans":15,"n_times":34,"n_outputs":2,"temporal_maps":2,
                   "temporal_kernel":5,"dilations":[1,3],"spatial_maps":2,"n_spatial":3,"n_residual":1,"final_maps":3,
                   "hidden":5})",
               {34});
}

TEST_CASE("what is derived at its first use is derived once, whoever comes first", "[threads]") {
  for (int attempt = 0; attempt < 50; ++attempt) {
    Lazy<std::vector<int>> numbers;
    int n_made = 0;  // only ever touched by the thread that makes them
    std::vector<std::size_t> seen(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back(
          [&, i] { seen[i] = numbers.get([&](std::vector<int>& values) { values.assign(1000, ++n_made); }).size(); });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(n_made == 1);
    CHECK(seen == std::vector<std::size_t>(kThreads, 1000));
    numbers.reset();
    CHECK(numbers.get([](std::vector<int>& values) { values = {7}; }) == std::vector{7});
  }
}

}  // namespace shared_network_test
