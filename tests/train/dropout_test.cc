// Dropout of attention weights in training; its arithmetic is tested with the kernels.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/trainer.h"

using namespace eegate;

namespace dropout_test {

namespace {

constexpr std::size_t kTrials = 8, kChans = 3, kTimes = 9;

ModelConfig with_rate(const std::string& rate) {
  return eegate::test::config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":9,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":12,
          "embedding":{"kind":"linear","dim":6},"dropout":{"attn_out":0,"ffn_out":0,"attn_weights":)" +
      rate + "}}");
}

struct Run {
  std::vector<double> losses;
  std::vector<float> inference;
};

// Two steps on the same trials with the same weights.
Run run_of(const ModelConfig& config, bool dropout) {
  const std::vector<float> x = eegate::test::random_values(kTrials * kChans * kTimes, "noise", 30);
  const TrainingSet set{{x.data(), kTrials, kChans, kTimes}, {{0, 1, 0, 1, 1, 0, 0, 1}, {}}};
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.schedule.peak = 1e-12;
  options.n_epochs = 2;
  options.shuffle = false;
  options.dropout = dropout;
  auto trainer = Trainer::create(config, initial_weights(config, 1), set, {}, options);
  REQUIRE(trainer.ok());
  Run run;
  while (!trainer->done()) {
    run.losses.push_back(trainer->step()->loss);
    trainer->finish_epoch();
  }
  PassMemory memory;
  const std::uint32_t trials[] = {0, 1, 2};
  run.inference = infer(trainer->model(), set, trials, memory);
  return run;
}

}  // namespace

TEST_CASE("attention weights are dropped in training alone, others at every step", "[train]") {
  const Run plain = run_of(with_rate("0"), true), dropped = run_of(with_rate("0.4"), true);
  CHECK(std::abs(plain.losses[0] - plain.losses[1]) < 1e-6);
  CHECK(std::abs(dropped.losses[0] - plain.losses[0]) > 1e-5);
  CHECK(std::abs(dropped.losses[0] - dropped.losses[1]) > 1e-5);
  CHECK(run_of(with_rate("0.4"), false).losses == plain.losses);
  CHECK(run_of(with_rate("0.4"), false).inference == plain.inference);
}

}  // namespace dropout_test
