// Synthetic data with known ground truth: 10 Hz at C3 or at C4 in noise. The explanations of a trained network must
// point there; those of a network with random weights must not, and their checks must report it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/portable_math.h"
#include "base/rng.h"
#include "explain/explanation.h"
#include "model/architecture.h"
#include "train/init.h"
#include "train/trainer.h"

using namespace eegate;

namespace explain_synthetic_test {

namespace {

constexpr std::size_t kChans = 8, kTimes = 64, kC3 = 2, kC4 = 5;
constexpr double kSfreq = 64;

struct Planted {
  Planted(std::size_t n, const char* purpose) : x(n * kChans * kTimes) {
    const Rng rng(4, purpose);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(20 * rng.normal(1000 + i));
    for (std::size_t i = 0; i < n; ++i) {
      labels.push_back(static_cast<int>(rng.bits(i) % 2));
      const double phase = rng.uniform(500 + i);
      float* row = x.data() + (i * kChans + (labels[i] == 0 ? kC3 : kC4)) * kTimes;
      for (std::size_t t = 16; t < 56; ++t)
        row[t] += static_cast<float>(30 * portable::sin_turns(phase + 10 * static_cast<double>(t) / kSfreq));
    }
  }
  TrainingSet set() const { return {{x.data(), labels.size(), kChans, kTimes}, {labels, {}}}; }
  std::vector<float> x;
  std::vector<int> labels;
};

ModelConfig network_config() {
  auto document = JsonDocument::parse(
      R"({"architecture":"eegnet","n_chans":8,"n_times":64,"n_outputs":2,"standardize":"zscore_trial","F1":4,)"
      R"("kernel_length":16,"sep_kernel_length":8,"pool1":4,"pool2":4,"drop_prob":0.1})");
  REQUIRE(document.ok());
  auto config = read_config(document->root());
  REQUIRE(config.ok());
  return std::move(config).value();
}

ExplainedNetwork network_with(const ModelConfig& config, Weights weights) {
  auto network = find_architecture(config.architecture)->make(config, weights);
  REQUIRE(network.ok());
  return {config, std::move(weights), std::move(network).value()};
}

Weights trained(const ModelConfig& config) {
  const Planted train(160, "train");
  TrainOptions options = default_options(config, OptimizerKind::kAdamW, true);
  options.schedule.peak = 5e-3;
  options.n_epochs = 12;
  options.batch_size = 16;
  auto trainer = Trainer::create(config, initial_weights(config, 1), train.set(), {}, options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (trainer->at_epoch_end()) trainer->finish_epoch();
  }
  return trainer->result();
}

// How often the electrode with the rhythm has more relevance than another one, over all trials: 0.5 is chance.
double electrode_auc(const Explanation& explanation, const std::vector<int>& labels, int target) {
  double better = 0, pairs = 0;
  for (std::size_t i = 0; i < explanation.n_trials(); ++i) {
    if (labels[i] != target) continue;
    std::vector<double> sums(kChans);
    for (std::size_t k = 0; k < kChans * kTimes; ++k)
      sums[k / kTimes] += static_cast<double>(explanation.values()[i * kChans * kTimes + k]);
    const std::size_t true_channel = target == 0 ? kC3 : kC4;
    for (std::size_t c = 0; c < kChans; ++c) {
      if (c == true_channel) continue;
      better += sums[true_channel] > sums[c] ? 1 : 0;
      pairs += 1;
    }
  }
  return better / pairs;
}

std::unique_ptr<Explanation> explained(const Weights& weights, ExplainMethod method, const Planted& trials,
                                       std::size_t target, Baseline baseline = Baseline::kZero) {
  const ModelConfig config = network_config();
  const auto make_random = [config](std::size_t index) -> Result<ExplainedNetwork> {
    return network_with(config, initial_weights(config, 100 + index));
  };
  auto explanation = Explanation::begin(network_with(config, weights), trials.x, kSfreq,
                                        {.method = method, .target = target, .baseline = baseline}, {}, make_random);
  REQUIRE(explanation.ok());
  for (double done = 0; done < 1;) {
    const auto share = (*explanation)->advance();
    REQUIRE(share.ok());
    CHECK(*share >= done);
    done = *share;
  }
  return std::move(explanation).value();
}

}  // namespace

TEST_CASE("explanations of a trained network point at the planted electrode, and pass their checks", "[explain]") {
  const Weights weights = trained(network_config());
  const Planted trials(16, "explained");
  for (const ExplainMethod method : {ExplainMethod::kIntegratedGradients, ExplainMethod::kOcclusionChannel}) {
    const auto explanation = explained(weights, method, trials, 1);
    CAPTURE(std::string(kExplainMethods.name_of(method)), explanation->checks().reasons());
    CHECK(electrode_auc(*explanation, trials.labels, 1) >= 0.9);
    CHECK(explanation->checks().trustworthy());
    if (method == ExplainMethod::kIntegratedGradients) CHECK(explanation->checks().completeness.residual <= 0.02);
  }
  // Surrogates as baseline: half of the trials have the rhythm.
  const auto filled = explained(weights, ExplainMethod::kOcclusionChannel, trials, 1, Baseline::kSurrogate);
  CAPTURE(filled->checks().reasons());
  CHECK(electrode_auc(*filled, trials.labels, 1) >= 0.9);
}

TEST_CASE("explanations of networks with random weights point nowhere, and say that they are not to be believed",
          "[explain]") {
  const Planted trials(16, "explained");
  for (const ExplainMethod method : {ExplainMethod::kIntegratedGradients, ExplainMethod::kOcclusionChannel}) {
    double auc = 0;
    constexpr std::size_t kNetworks = 6;
    for (std::size_t i = 0; i < kNetworks; ++i) {
      const auto explanation = explained(initial_weights(network_config(), 20 + i), method, trials, 1);
      CAPTURE(std::string(kExplainMethods.name_of(method)), i, explanation->checks().reasons());
      CHECK_FALSE(explanation->checks().trustworthy());
      auc += electrode_auc(*explanation, trials.labels, 1) / kNetworks;
    }
    CHECK(std::abs(auc - 0.5) < 0.05);
  }
}

}  // namespace explain_synthetic_test
