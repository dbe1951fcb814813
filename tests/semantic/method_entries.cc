// Comparison of methods on generated epochs, step by step and with given results of others; classifiers of covariances;
// the scoreboard; calibration without labels.
#include <array>

#include "semantic/made.h"
#include "semantic/oracles.h"
#include "session/classify/calibration.h"
#include "session/open/open_files.h"
#include "session/train/benchmark.h"
#include "session/train/comparison.h"

namespace eegate::test::semantic {
namespace {

constexpr std::size_t kMaxParts = 60, kMaxPieces = 400;

constexpr std::array kPresets = {"csp", "tangent_space", "fgmdm", "mdm"};

LabelledEpochs labelled_epochs(Choices& choices) {
  LabelledEpochs epochs;
  const std::size_t n_chans = choices.between(1, 5), n_times = choices.between(1, choices.one_of(8) ? 3 : 80);
  const std::size_t n = choices.between(4, 48), n_classes = choices.between(1, 4);
  for (std::size_t i = 0; i < n; ++i) {
    epochs.set.targets.classes.push_back(static_cast<int>(i % n_classes));
    const std::vector<float> one = made_samples(choices, n_chans * n_times);
    epochs.values.insert(epochs.values.end(), one.begin(), one.end());
  }
  epochs.set.x = {epochs.values.data(), n, n_chans, n_times};
  return epochs;
}

std::vector<std::int32_t> groups_of(Choices& choices, std::size_t n) {
  std::vector<std::int32_t> groups;
  const std::size_t length = choices.between(1, 16);
  for (std::size_t i = 0; i < n; ++i) groups.push_back(static_cast<std::int32_t>(i / length));
  return groups;
}

void check_comparison(const Comparison& comparison) {
  for (const ComparedModel& model : comparison.models) {
    expect(model.metrics.accuracy >= 0 && model.metrics.accuracy <= 1, "an accuracy that is no share");
    expect(std::isfinite(model.behind) && std::isfinite(model.behind_interval.low) &&
               std::isfinite(model.behind_interval.high),
           "a difference that is not finite");
  }
  for (const Keys keys : {Keys::kCamel, Keys::kSnake}) expect_json(comparison_json(comparison, keys), "a comparison");
}

void compare(const LabelledEpochs& epochs, Choices& choices, Outcome& outcome) {
  ComparisonRequest request{.setup = R"({"config":{}})", .n_epochs = choices.between(1, 2)};
  for (std::size_t n = choices.below(3); n > 0; --n) request.presets.push_back(choices.of(kPresets));
  if (choices.one_of(12)) request.presets.push_back("eegnet");
  const bool has_groups = choices.one_of(2);
  const std::size_t n_epochs = epochs.set.x.d0;
  auto begun =
      ModelComparison::begin(epochs, has_groups ? groups_of(choices, n_epochs) : std::vector<std::int32_t>(), request);
  if (!holds(begun, outcome)) return;
  ModelComparison& comparison = **begun;
  if (comparison.n_parts() > kMaxParts) return;
  for (std::size_t part = 0; part < comparison.n_parts(); ++part) {
    ComparedPart found;
    for (std::size_t n = 0; !found.done; ++n) {
      expect(n < kMaxPieces, "a part does not come to its end");
      auto worked = comparison.work(part);
      if (!holds(worked, outcome)) return;
      found = std::move(worked).value();
    }
    if (choices.one_of(12)) found.probabilities.assign(found.probabilities.size(), choices.value());
    if (choices.one_of(40)) found.probabilities.push_back(0);
    if (!holds(comparison.take(part, found), outcome)) return;
  }
  expect(comparison.result() != nullptr, "a comparison without a result");
  check_comparison(*comparison.result());
}

void score(const LabelledEpochs& epochs, Choices& choices, Outcome& outcome) {
  constexpr std::array kProtocol = {Protocol::kFolds, Protocol::kRun, Protocol::kSubject};
  constexpr std::array kModels = {"csp",           "csp+median",  "tangent_space+recentre", "fgmdm+online", "mdm",
                                  "tangent_space", "mdm+recentre"};
  BenchmarkRequest request{.setup = R"({"config":{}})",
                           .models = {choices.of(kModels)},
                           .protocol = choices.of(kProtocol),
                           .mirror = choices.one_of(6),
                           .shuffled = choices.one_of(3),
                           .n_epochs = 1};
  const std::size_t n = epochs.set.x.d0;
  const std::vector<std::int32_t> people = groups_of(choices, n), runs = groups_of(choices, n);
  const auto benchmark = run_benchmark(epochs, people, runs, request);
  if (!holds(benchmark, outcome)) return;
  expect_json(benchmark_json(*benchmark), "a scoreboard");
  for (const BenchmarkedModel& model : benchmark->models) {
    const bool has_no_answer = std::isnan(model.mean.accuracy) && model.n_unanswered > 0;  // to any trial of a test
    expect(has_no_answer || (model.mean.accuracy >= 0 && model.mean.accuracy <= 1), "a score that is no share");
  }
}

void calibrate(Choices& choices, Outcome& outcome) {
  auto opened = open_model(made_model(choices), "made.safetensors");
  if (!holds(opened, outcome)) return;
  Model& model = opened->model;
  const std::size_t n = choices.between(1, 6), n_chans = model.config().n_chans, n_times = model.config().n_times;
  const std::vector<float> x = made_samples(choices, n * n_chans * n_times);
  constexpr std::array kKinds = {Calibration::kNone, Calibration::kMedian, Calibration::kRecentre,
                                 Calibration::kOnline};
  const Calibration kind = choices.of(kKinds);
  std::vector<float> logits(n * model.config().n_outputs), probabilities(model.config().n_classes());
  const std::vector<std::int32_t> groups = choices.one_of(2) ? groups_of(choices, n) : std::vector<std::int32_t>();
  const auto predicted = predict_calibrated(model, {x.data(), n, n_chans, n_times}, groups, kind,
                                            {logits.data(), n, model.config().n_outputs});
  if (!holds(predicted, outcome)) return;
  for (std::size_t i = 0; i < n; ++i) {
    model.probabilities(std::span(logits).subspan(i * model.config().n_outputs, model.config().n_outputs),
                        probabilities);
    expect_rows(probabilities, probabilities.size(), "calibrated probabilities");
  }
}

}  // namespace

Outcome compare_methods(Choices& choices) {
  Outcome outcome;
  const std::size_t kind = choices.below(4);
  if (kind == 0) return calibrate(choices, outcome), outcome;
  const LabelledEpochs epochs = labelled_epochs(choices);
  if (kind == 1) {
    score(epochs, choices, outcome);
  } else {
    compare(epochs, choices, outcome);
  }
  return outcome;
}

}  // namespace eegate::test::semantic
