// The scoreboard: folds as scikit-learn draws them, areas by hand, what each protocol leaves out.
#include "session/train/benchmark.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "covariance/golden.h"
#include "files/json.h"
#include "train/splits.h"

using namespace eegate;

namespace benchmark_test {

namespace {

constexpr std::size_t kChans = 4, kTimes = 60, kSubject = 3, kRuns = 3, kEach = 8;
constexpr std::size_t kAll = kSubject * kRuns * kEach;

struct Made {
  LabelledEpochs epochs;
  std::vector<std::int32_t> subjects, runs;
};

// Noise whose strength at one channel tells the classes apart as much as `gain` says.
Made made(double gain) {
  const Rng rng(10, "benchmark");
  Made all;
  all.epochs.values.resize(kAll * kChans * kTimes);
  for (std::size_t i = 0; i < kAll; ++i) {
    all.subjects.push_back(static_cast<std::int32_t>(i / (kRuns * kEach)) + 7);
    all.runs.push_back(static_cast<std::int32_t>(i / kEach % kRuns));  // the same numbers for all subjects
    all.epochs.set.targets.classes.push_back(static_cast<int>(i % 2));
    for (std::size_t k = 0; k < kChans * kTimes; ++k) {
      const bool strong = k / kTimes == i % 2;
      all.epochs.values[i * kChans * kTimes + k] =
          static_cast<float>((strong ? gain : 1) * 10 * rng.normal(i * kChans * kTimes + k));
    }
  }
  all.epochs.set.x = {all.epochs.values.data(), kAll, kChans, kTimes};
  return all;
}

Benchmark found(const Made& data, BenchmarkRequest request) {
  request.setup = R"({"config":{}})";
  auto result = run_benchmark(data.epochs, data.subjects, data.runs, request);
  INFO((result.ok() ? std::string() : describe(result.error())));
  REQUIRE(result.ok());
  return std::move(result).value();
}

}  // namespace

TEST_CASE("Trials without an answer count in no score, whatever their class is", "[train][benchmark]") {
  for (const int silent : {0, 1}) {
    Made data = made(3);
    std::size_t n_silent = 0;
    for (std::size_t i = 0; i < kAll; ++i) {
      if (data.epochs.set.targets.classes[i] != silent || i / 2 % 2 != 0) continue;
      std::fill_n(data.epochs.values.begin() + static_cast<std::ptrdiff_t>(i * kChans * kTimes), kChans * kTimes, 0.0F);
      ++n_silent;
    }
    const Benchmark result = found(data, {.models = {"mdm"}, .protocol = Protocol::kRun});
    CHECK(result.models[0].n_unanswered == n_silent);
    CHECK(result.models[0].mean.accuracy > 0.9);
    CHECK(result.models[0].mean.auc > 0.9);
    REQUIRE(result.warnings.size() == 1);
    CHECK(result.warnings[0].code == "RESULT_NO_ANSWER");
  }
}

TEST_CASE("A test of one class has no area, which is said", "[train][benchmark]") {
  Made data = made(3);
  for (std::size_t i = 0; i < kEach; ++i) data.epochs.set.targets.classes[i] = 0;  // the first run of the first subject
  const Benchmark result = found(data, {.models = {"mdm"}, .protocol = Protocol::kRun});
  CHECK(std::isnan(result.models[0].mean.auc));
  CHECK(std::isfinite(result.models[0].mean.accuracy));
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].code == "BENCHMARK_AUC");
}

TEST_CASE("Shuffled folds hold equal shares of every class", "[train][benchmark]") {
  const std::vector<int> labels = {1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 2, 2, 2};
  const auto folds = stratified_folds(labels, 3, 42);
  for (int k = 0; k < 3; ++k) {
    std::array<int, 3> n = {};
    for (std::size_t i = 0; i < labels.size(); ++i) n[folds[i]] += labels[i] == k;
    const auto [least, most] = std::ranges::minmax(n);
    CHECK(most - least <= 1);
  }
  CHECK(folds == stratified_folds(labels, 3, 42));
  CHECK(folds != stratified_folds(labels, 3, 43));
}

TEST_CASE("Shuffled folds are those of scikit-learn, trial by trial", "[train][benchmark][golden]") {
  const test::RiemannGolden golden("person");
  const std::vector<int> expected = golden.integers("cv.fold");
  const std::vector<std::size_t> found = stratified_folds(golden.integers("y"), 5, 42);
  CHECK(std::ranges::equal(found, expected, [](std::size_t a, int b) { return static_cast<int>(a) == b; }));
}

TEST_CASE("The area under the curve counts pairs", "[session][benchmark]") {
  const std::array<double, 5> scores = {0.1, 0.4, 0.4, 0.8, 0.3};
  const std::array<bool, 5> positive = {false, true, false, true, false};
  CHECK(area_under_roc(scores, positive) == (2 + 0.5 + 3) / 6);
  const std::array<bool, 5> none = {};
  CHECK(std::isnan(area_under_roc(scores, none)));
}

TEST_CASE("The area is that of the logits, of which probabilities round many to 1", "[session][benchmark]") {
  // sklearn.metrics.roc_auc_score of the differences: 12 of 16 pairs. All probabilities round to 1, which gives 0.5.
  const std::array<int, 8> labels = {0, 1, 0, 1, 1, 0, 1, 0};
  const std::array<float, 8> differences = {30, 40, 38, 39, 37, 31, 50, 41};
  std::vector<float> two;
  for (const float difference : differences) two.insert(two.end(), {-difference / 2, difference / 2});
  std::size_t n_unanswered = 0;
  CHECK(score_of_logits(Task::kClassify, {two.data(), 8, 2}, labels, n_unanswered).auc == 12.0 / 16);
  CHECK(score_of_logits(Task::kBinary, {differences.data(), 8, 1}, labels, n_unanswered).auc == 12.0 / 16);
  CHECK(score_of_logits(Task::kBinary, {differences.data(), 8, 1}, labels, n_unanswered).accuracy == 0.5);
  CHECK(n_unanswered == 0);
}

TEST_CASE("A benchmark judges each person by what was left out", "[session][benchmark]") {
  const Made data = made(2);
  for (const Protocol protocol : {Protocol::kFolds, Protocol::kRun, Protocol::kSubject}) {
    INFO(kProtocols.name_of(protocol));
    const Benchmark result = found(
        data,
        {.models = {"csp", "tangent_space+recentre", "tangent_space+online", "mdm+median"}, .protocol = protocol});
    CHECK(result.n_trials == kAll);
    CHECK(result.n_runs == kSubject * kRuns);
    CHECK(result.subjects == std::vector<std::int32_t>{7, 8, 9});
    REQUIRE(result.models.size() == 4);
    for (const BenchmarkedModel& model : result.models) {
      INFO(model.model);
      REQUIRE(model.subjects.size() == kSubject);
      double sum = 0;
      for (const Score& one : model.subjects) sum += one.accuracy / kSubject;
      CHECK(std::abs(sum - model.mean.accuracy) < 1e-12);
      CHECK(model.mean.accuracy > 0.8);
      CHECK(model.mean.auc > 0.85);
      CHECK(model.deviation.auc >= 0);
    }
    const auto json = JsonDocument::parse(benchmark_json(result));
    REQUIRE(json.ok());
    CHECK(json->root().get("models").size() == 4);
  }
}

TEST_CASE("A benchmark of exchanged labels finds nothing where a run is left out", "[session][benchmark]") {
  const Made data = made(3);
  double auc = 0;
  constexpr std::uint32_t kSeeds = 24;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const BenchmarkRequest request{.models = {"csp"}, .protocol = Protocol::kRun, .shuffled = true, .seed = seed};
    auc += found(data, request).models[0].mean.auc / kSeeds;
  }
  CHECK(std::abs(auc - 0.5) < 0.05);
}

TEST_CASE("A benchmark refuses what it cannot judge", "[session][benchmark]") {
  const Made data = made(1);
  const auto code = [&](std::span<const std::int32_t> subjects, std::span<const std::int32_t> runs,
                        const BenchmarkRequest& request) {
    const auto result = run_benchmark(data.epochs, subjects, runs, request);
    return result.ok() ? std::string() : std::string(result.error().code);
  };
  const std::string setup = R"({"config":{}})";
  CHECK(code(data.subjects, {}, {.setup = setup}) == "BENCHMARK_FOLDS");  // a single run
  const std::vector<std::int32_t> one(kAll, 1);
  CHECK(code(one, data.runs, {.setup = setup, .protocol = Protocol::kSubject}) == "BENCHMARK_FOLDS");
  CHECK(code(data.subjects, data.runs, {.setup = setup, .models = {"csp+best"}}) == "BENCHMARK_MODEL");
  CHECK(code(data.subjects, data.runs, {.setup = setup, .models = {"csp+recentre"}}) != "");
}

}  // namespace benchmark_test
