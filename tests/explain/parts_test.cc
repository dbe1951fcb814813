// Parts of explanations: patches, rank correlation, deletion, integration rule, evaluation of the checks.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "explain/checks.h"
#include "explain/methods.h"
#include "explain/patches.h"
#include "model/forward_trace.h"
#include "model/layers/gates.h"
#include "support/model_bytes.h"

using namespace eegate;

namespace parts_test {

namespace {

// Evaluates a function on the inputs of a query, one at a time.
template <class Logit, class Gradient>
void run_batch(ModelQuery& query, std::size_t n_chans, std::size_t n_times, Logit logit, Gradient gradient) {
  std::vector<float> x(n_chans * n_times), slope(x.size());
  for (std::size_t i = 0; i < query.size(); ++i) {
    query.write(i, {x.data(), n_chans, n_times});
    for (std::size_t k = 0; k < x.size(); ++k) slope[k] = static_cast<float>(gradient(x, k));
    query.take(i, {.logit = logit(x), .gradient = ConstMatrix(slope.data(), n_chans, n_times)});
  }
}

struct Signal {
  std::vector<float> x, zeros;
  std::size_t n_chans, n_times;
  Signal(std::vector<float> values, std::size_t chans)
      : x(std::move(values)), zeros(x.size()), n_chans(chans), n_times(x.size() / chans) {}
  ExplainedTrial trial(double logit, double baseline_logit) const {
    return {{x.data(), n_chans, n_times}, {zeros.data(), n_chans, n_times}, logit, baseline_logit};
  }
};

double sum_of(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value);
  return sum;
}

}  // namespace

TEST_CASE("rank correlation knows order, its opposite and ties", "[explain]") {
  CHECK(rank_correlation({1, 2, 3, 10}, {-5, 0, 1, 2}) == 1);
  CHECK(rank_correlation({1, 2, 3}, {3, 2, 1}) == -1);
  CHECK(rank_correlation({1, 1, 1}, {1, 2, 3}) == 0);
  CHECK(std::abs(rank_correlation({1, 2, 2, 4}, {1, 3, 2, 4}) - 0.9486832980505138) < 1e-12);  // scipy.stats.spearmanr
}

TEST_CASE("patches are what the method tells apart", "[explain]") {
  const Signal signal({1, 2, 3, 4, 5, 10, 20, 30, 40, 50}, 2);
  const ConstMatrix relevance(signal.x.data(), 2, 5);
  CHECK(Patches(2, 5, 2, ExplainMethod::kIntegratedGradients).sums(relevance) ==
        std::vector<double>{3, 7, 5, 30, 70, 50});
  CHECK(Patches(2, 5, 2, ExplainMethod::kOcclusionChannel).sums(relevance) == std::vector<double>{15, 150});
  const Patches times(2, 5, 2, ExplainMethod::kOcclusionTime);
  CHECK(times.sums(relevance) == std::vector<double>{33, 77, 55});
  std::vector<float> x = signal.x;
  times.erase(1, {x.data(), 2, 5}, {signal.zeros.data(), 2, 5});
  CHECK(x == std::vector<float>{1, 2, 0, 0, 5, 10, 20, 0, 0, 50});
  Patches(2, 5, 2, ExplainMethod::kGradientInput).erase(5, {x.data(), 2, 5}, {signal.zeros.data(), 2, 5});
  CHECK(x == std::vector<float>{1, 2, 0, 0, 5, 10, 20, 0, 0, 0});
}

TEST_CASE("integration takes as many steps as the sum needs", "[explain]") {
  // f = tanh(40 (x - 0.5)): nearly all of the rise lies within a fortieth of the way.
  const Signal signal({1}, 1);
  const auto f = [](double x) { return std::tanh(40 * (x - 0.5)); };
  const auto slope = [](const std::vector<float>& x, std::size_t) {
    return 40 / std::pow(std::cosh(40 * (static_cast<double>(x[0]) - 0.5)), 2);
  };
  const auto logit = [&](const std::vector<float>& x) { return f(static_cast<double>(x[0])); };
  std::vector<float> relevance(1);
  const auto fixed = integrated_gradients(signal.trial(f(1), f(0)), 7);
  run_batch(*fixed, 1, 1, logit, slope);
  fixed->finish({relevance.data(), 1, 1});
  CHECK(fixed->n_steps() == 7);
  CHECK(std::abs(static_cast<double>(relevance[0]) - 2) > 0.5);
  const auto adaptive = integrated_gradients(signal.trial(f(1), f(0)), 0);
  run_batch(*adaptive, 1, 1, logit, slope);
  adaptive->finish({relevance.data(), 1, 1});
  CHECK(adaptive->n_steps() > 32 - 1);
  CHECK(std::abs(static_cast<double>(relevance[0]) - 2) < 0.02);
}

TEST_CASE("integration takes three times as many steps until the sum is right, each place once", "[explain]") {
  // f = tanh(300 (x - 0.5)): steps of a 32nd of the way miss most of the rise.
  const Signal signal({1}, 1);
  const auto logit = [](const std::vector<float>& x) { return std::tanh(300 * (static_cast<double>(x[0]) - 0.5)); };
  const auto slope = [](const std::vector<float>& x, std::size_t) {
    return 300 / std::pow(std::cosh(300 * (static_cast<double>(x[0]) - 0.5)), 2);
  };
  const auto method = integrated_gradients(signal.trial(logit({1}), logit({0})), 0);
  run_batch(*method, 1, 1, logit, slope);
  const std::size_t n = method->n_steps();
  CHECK(n == 9 * 32);
  REQUIRE(method->size() == n);
  std::vector<float> places(n), relevance(1);
  for (std::size_t i = 0; i < n; ++i) method->write(i, {&places[i], 1, 1});
  std::ranges::sort(places);
  for (std::size_t i = 0; i < n; ++i)
    CHECK(std::abs(static_cast<double>(places[i]) * static_cast<double>(n) - static_cast<double>(i) - 0.5) < 1e-4);
  method->finish({relevance.data(), 1, 1});
  CHECK(std::abs(static_cast<double>(relevance[0]) - 2) < 0.02);
}

TEST_CASE("integration begins at the baseline, wherever it is", "[explain]") {
  Signal signal({2}, 1);
  signal.zeros = {0.5F};
  const auto square = [](const std::vector<float>& x) { return static_cast<double>(x[0]) * static_cast<double>(x[0]); };
  const auto slope = [](const std::vector<float>& x, std::size_t) { return 2 * static_cast<double>(x[0]); };
  const auto method = integrated_gradients(signal.trial(4, 0.25), 0);
  run_batch(*method, 1, 1, square, slope);
  std::vector<float> relevance(1);
  method->finish({relevance.data(), 1, 1});
  CHECK(std::abs(static_cast<double>(relevance[0]) - 3.75) < 1e-5);
}

TEST_CASE("a sample that several windows cover has the mean of their effects", "[explain]") {
  const Signal signal({1, -2, 5}, 1);
  const auto sum = [](const std::vector<float>& x) { return sum_of(x); };
  const auto none = [](const std::vector<float>&, std::size_t) { return 0; };
  const auto method = occlusion_time(signal.trial(4, 0), 2, 1);  // windows 0 1 and 1 2
  run_batch(*method, 1, 3, sum, none);
  std::vector<float> relevance(3);
  method->finish({relevance.data(), 1, 3});
  CHECK(relevance == std::vector<float>{-1, 1, 3});
}

TEST_CASE("of a linear function all methods say the same", "[explain]") {
  const Signal signal({1, -2, 3, 0.5F, 4, -1}, 2);
  const double weights[] = {2, 1, -1, 3, 0.5, 1};
  const auto logit = [&](const std::vector<float>& x) {
    double sum = 7;
    for (std::size_t i = 0; i < x.size(); ++i) sum += weights[i] * static_cast<double>(x[i]);
    return sum;
  };
  const auto slope = [&](const std::vector<float>&, std::size_t i) { return weights[i]; };
  const ExplainedTrial trial = signal.trial(logit(signal.x), 7);
  std::vector<float> a(6), b(6), c(6), d(6);
  const auto explain = [&](RelevanceQuery& method, std::vector<float>& out) {
    run_batch(method, 2, 3, logit, slope);
    method.finish({out.data(), 2, 3});
  };
  explain(*gradient_input(trial), a);
  explain(*integrated_gradients(trial, 0), b);
  explain(*occlusion_channel(trial), c);
  explain(*occlusion_time(trial, 1, 1), d);
  for (std::size_t i = 0; i < 6; ++i) {
    const double product = weights[i] * static_cast<double>(signal.x[i]);
    CHECK(std::abs(static_cast<double>(a[i]) - product) < 1e-6);
    CHECK(std::abs(static_cast<double>(b[i]) - product) < 1e-5);
    CHECK(c[i] == c[i / 3 * 3]);
    CHECK(std::abs(static_cast<double>(d[i] - a[i % 3] - a[3 + i % 3])) < 1e-5);
  }
  CHECK(std::abs(sum_of(a) - trial.difference()) < 1e-5);
  CHECK(std::abs(static_cast<double>(c[0] - a[0] - a[1] - a[2])) < 1e-5);
}

TEST_CASE("rollout divides the relevance of a token between the stream and attention, as its gate is open",
          "[explain]") {
  const ModelConfig config = test::config_from(
      R"({"architecture":"transformer","n_chans":1,"n_times":2,"n_outputs":2,"n_heads":1,"n_blocks":1,"ffn_dim":2,
          "embedding":{"kind":"linear","dim":2},"block":"gated","gate":"input","pool":"mean"})");
  ForwardTrace trace;
  trace.attention = {{0.25F, 0.75F, 0.5F, 0.5F}};
  trace.steps.resize(1);
  trace.steps[0].gate1 = {0.75F, 0.25F, 0.25F, 0.25F};  // attention has 1 / (1 + 0.5) and 1 / (1 + 0.25)
  const Signal signal({1, 1}, 1);
  const auto rollout = attention_rollout(signal.trial(1, 0), config);
  rollout->take(0, {.trace = &trace});
  std::vector<float> relevance(2);
  rollout->finish({relevance.data(), 1, 2});
  CHECK(std::abs(relevance[0] - 0.45F) < 1e-6F);
  CHECK(std::abs(relevance[1] - 0.55F) < 1e-6F);
}

TEST_CASE("the share of a sub-layer is that with which its gate adds it to the stream", "[explain]") {
  constexpr float kX = 0.5F, kY = -0.75F, kFar = 30;  // tanh of the last is 1
  for (std::size_t i = 0; i < kGates.names.size(); ++i) {
    CAPTURE(kGates.names[i]);
    const Gate& gate = *kGates.values[i];
    for (const float pre_activation : {-1.5F, 0.25F, 2.0F}) {
      const auto combined = [&](float x, float y, float candidate) {
        std::vector<float> pre(gate.form.n_pre);
        if (gate.form.has_candidate) pre.back() = candidate;
        pre[gate.form.deciding] = pre_activation;
        float out = 0;
        gate.combine({&out, 1, 1}, {pre.data(), 1, pre.size()}, {&x, 1, 1}, {&y, 1, 1});
        return static_cast<double>(out);
      };
      const double of_stream = combined(kX + 1, kY, kFar) - combined(kX, kY, kFar);
      const double of_sublayer = gate.form.has_candidate
                                     ? (combined(kX, kY, kFar) - combined(kX, kY, -kFar)) / 2  // of its candidate
                                     : combined(kX, kY + 1, kFar) - combined(kX, kY, kFar);
      const double weight = 1 / (1 + std::exp(-static_cast<double>(pre_activation)));
      const double open = gate.form.weighs_stream ? 1 - weight : weight;
      CHECK(std::abs(gate.sublayer_share(open) - of_sublayer / (of_stream + of_sublayer)) < 1e-6);
    }
  }
}

TEST_CASE("deletion follows the relevance, and random orders that a seed repeats", "[explain]") {
  const Signal signal({1, 2, 3, 4}, 1);
  const Patches patches(1, 4, 1, ExplainMethod::kGradientInput);
  const auto logit = [](const std::vector<float>& x) { return sum_of(x); };
  const auto none = [](const std::vector<float>&, std::size_t) { return 0; };
  Deletion deletion(signal.trial(10, 0), patches, {1, 2, 3, 4}, 6, 3),
      again(signal.trial(10, 0), patches, {1, 2, 3, 4}, 6, 3);
  run_batch(deletion, 1, 4, logit, none);
  run_batch(again, 1, 4, logit, none);
  CHECK(deletion.curves().front() == std::vector<double>{10, 6, 3, 1, 0});
  CHECK(deletion.curves() == again.curves());
  CHECK(std::ranges::any_of(deletion.curves(), [&](const auto& c) { return c != deletion.curves().front(); }));
}

TEST_CASE("one failed check is enough for a warning, and says why", "[explain]") {
  ExplainChecks checks{.made = true};
  checks.completeness = {.promised = true, .residual = 0.01};
  checks.deletion = {
      .shares = {0, 0.5, 1}, .curve = {2, 0.5, 0}, .random = {{2, 1, 0}}, .area = 0.75, .random_areas = {1}};
  checks.random_weights = {.correlations = {0.1, 0.2}, .mean = 0.15, .n_patches = 20};
  checks.strength = {.difference = 2, .random = {0.1, 0.4}};
  CHECK(checks.trustworthy());
  CHECK(checks.reasons().size() == 4);
  ExplainChecks other = checks;
  other.completeness.residual = 0.03;
  CHECK_FALSE(other.trustworthy());
  CHECK(other.reasons().front().find("do not add up") != std::string::npos);
  other.completeness.promised = false;
  CHECK(other.trustworthy());
  other = checks;
  other.deletion.random_areas = {1, 0.7};
  CHECK_FALSE(other.trustworthy());
  other = checks;
  other.random_weights.mean = 0.6;
  CHECK_FALSE(other.trustworthy());
  other = checks;
  other.strength.random = {1.5};  // less than the 2 of the model, but more than half of it
  CHECK_FALSE(other.trustworthy());
  CHECK(other.reasons() ==
        std::vector<std::string>{
            "The model is hardly moved by this signal: by 2, where more than 3 is asked for, 2 times "
            "what networks with random weights make of it."});
  CHECK_FALSE(ExplainChecks{}.trustworthy());
}

}  // namespace parts_test
