// Metrics compared with examples calculated by hand.
#include "train/metrics.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

using namespace eegate;

namespace metrics_test {

namespace {

bool close(double a, double b, double tolerance = 1e-7) { return std::abs(a - b) <= tolerance; }

// truth 0: predicted 0 0 1; truth 1: 1 1; truth 2: 2
const std::vector<float> kProbabilities = {0.7F, 0.2F, 0.1F, 0.6F, 0.2F, 0.2F, 0.1F, 0.8F, 0.1F,
                                           0.2F, 0.5F, 0.3F, 0.0F, 1.0F, 0.0F, 0.3F, 0.3F, 0.4F};
const std::vector<int> kLabels = {0, 0, 0, 1, 1, 2};

}  // namespace

// As many classes as a configuration may have.
TEST_CASE("a judgement of ten thousand classes takes no room for each pair of them", "[train]") {
  constexpr std::size_t kClasses = 10000, kTrials = 3;
  std::vector<float> probabilities(kTrials * kClasses, 0.0F);
  for (const std::size_t said : {std::size_t{5}, kClasses + 7, 2 * kClasses + 7}) probabilities[said] = 1;
  const std::vector<int> labels = {5, 7, 9999};
  const ConstMatrix rows(probabilities.data(), kTrials, kClasses);
  const ClassificationMetrics m = classification_metrics(rows, labels);
  CHECK(m.confusion.empty());
  CHECK(close(m.accuracy, 2.0 / 3));
  CHECK(close(m.balanced_accuracy, 2.0 / 3));
  CHECK(close(m.macro_f1, (1 + 2.0 / 3 + 0) / 3));  // class 7 was said twice, and once rightly
  CHECK(close(m.kappa, (2.0 / 3 - 3.0 / 9) / (1 - 3.0 / 9)));
  CHECK(close(m.chance, 1.0 / 3));
  const std::vector<float> few(kMaxConfusionClasses, 1.0F);
  CHECK(classification_metrics({few.data(), 1, kMaxConfusionClasses}, std::vector<int>{0}).confusion.size() ==
        kMaxConfusionClasses * kMaxConfusionClasses);
  CHECK(close(bootstrap_intervals(rows, labels).balanced_accuracy.high, 1));
}

TEST_CASE("classification metrics equal those of a worked example", "[train]") {
  const ClassificationMetrics m = classification_metrics({kProbabilities.data(), 6, 3}, kLabels);
  CHECK(m.confusion == std::vector<std::size_t>{2, 1, 0, 0, 2, 0, 0, 0, 1});
  CHECK(close(m.accuracy, 5.0 / 6));
  CHECK(close(m.balanced_accuracy, (2.0 / 3 + 1 + 1) / 3));
  CHECK(close(m.macro_f1, (4.0 / 5 + 4.0 / 5 + 1) / 3));  // 2*2/(3+2), 2*2/(2+3), 2*1/(1+1)
  // expected agreement (3*2 + 2*3 + 1*1) / 36 = 13/36
  CHECK(close(m.kappa, (5.0 / 6 - 13.0 / 36) / (1 - 13.0 / 36)));
  const double surprise =
      -(std::log(0.7) + std::log(0.6) + std::log(0.1) + std::log(0.5) + std::log(1.0) + std::log(0.4)) / 6;
  CHECK(close(m.cross_entropy, surprise, 1e-6));
  CHECK(close(m.chance, 0.5));
  CHECK(close(m.balanced_chance, 1.0 / 3));
  CHECK(close(m.recall[0], 2.0 / 3));
  // Each trial stands in a bin of its own (0.7, 0.6, 0.8, 0.5, 1, 0.4): gaps 0.3 0.4 0.8 0.5 0 0.6
  CHECK(close(m.calibration_error, 2.6 / 6, 1e-6));
}

TEST_CASE("trials of one bin cancel in the calibration error", "[train]") {
  const std::vector<float> probabilities = {0.75F, 0.25F, 0.75F, 0.25F, 0.75F, 0.25F, 0.75F, 0.25F};
  CHECK(classification_metrics({probabilities.data(), 4, 2}, std::vector<int>{0, 0, 0, 1}).calibration_error == 0.0);
  CHECK(close(classification_metrics({probabilities.data(), 4, 2}, std::vector<int>{1, 1, 1, 1}).calibration_error,
              0.75));
}

TEST_CASE("two models are compared on the trials that both answered", "[train]") {
  const std::vector<int> labels = {0, 0, 1, 1, 0}, first = {0, 0, 1, -1, 1}, second = {0, 1, 0, 1, -1};
  const PairedAnswers pairs = paired_answers(first, second, labels);
  CHECK(pairs.n == 3);
  CHECK(pairs.won == 2);
  CHECK(pairs.lost == 0);
  CHECK(close(pairs.difference(), 2.0 / 3));
  const std::vector<int> silent(labels.size(), -1);
  CHECK(paired_answers(first, silent, labels).difference() == 0);
  CHECK(paired_answers(first, silent, labels).interval().low == -1);
  CHECK(paired_answers(first, silent, labels).interval().high == 1);
}

TEST_CASE("Wilson intervals have the published values and stay within 0 and 1", "[train]") {
  const Interval half = wilson_interval(5, 10);
  CHECK(close(half.low, 0.2365931, 1e-6));
  CHECK(close(half.high, 0.7634069, 1e-6));
  CHECK(wilson_interval(0, 10).low == 0.0);
  CHECK(close(wilson_interval(0, 10).high, 0.2775328, 1e-6));
  CHECK(wilson_interval(10, 10).high == 1.0);
  CHECK(wilson_interval(7, 7).high == 1.0);
  CHECK(wilson_interval(0, 0).high == 1.0);
}

TEST_CASE("a model that always says one class has no kappa and reaches chance", "[train]") {
  const std::vector<float> probabilities = {1, 0, 1, 0, 1, 0};
  const ClassificationMetrics m = classification_metrics({probabilities.data(), 3, 2}, std::vector<int>{0, 0, 1});
  CHECK(close(m.accuracy, m.chance));
  CHECK(close(m.balanced_accuracy, 0.5));
  CHECK(m.kappa == 0.0);
  const ClassificationMetrics one = classification_metrics({probabilities.data(), 3, 2}, std::vector<int>{0, 0, 0});
  CHECK(one.accuracy == 1.0);
  CHECK(std::isnan(one.kappa));  // undefined: agreement is certain
  const BootstrapIntervals certain = bootstrap_intervals({probabilities.data(), 3, 2}, std::vector<int>{0, 0, 0});
  for (const Interval& interval :
       {certain.balanced_accuracy, certain.macro_f1, certain.kappa, certain.calibration_error})
    CHECK((std::isnan(interval.low) && std::isnan(interval.high)));
  CHECK(one.balanced_accuracy == 1.0);
  CHECK(one.recall[0] == 1.0);
  CHECK(std::isnan(one.recall[1]));  // there is none of this class
  CHECK(one.recall_interval[1].high == 1.0);
}

TEST_CASE("bootstrap intervals hold the value, repeat with the seed, and shrink with more trials", "[train]") {
  std::vector<float> probabilities;
  std::vector<int> labels;
  for (int i = 0; i < 400; ++i) {
    labels.push_back(i % 2);
    const bool right = i % 10 < 7;
    const float p = right == (i % 2 == 0) ? 0.8F : 0.2F;
    probabilities.insert(probabilities.end(), {p, 1 - p});
  }
  const ConstMatrix all(probabilities.data(), 400, 2), few(probabilities.data(), 40, 2);
  const BootstrapIntervals a = bootstrap_intervals(all, labels), b = bootstrap_intervals(all, labels);
  const BootstrapIntervals c = bootstrap_intervals(few, std::span(labels).first(40));
  const double balanced = classification_metrics(all, labels).balanced_accuracy;
  CHECK(a.balanced_accuracy.low < balanced);
  CHECK(balanced < a.balanced_accuracy.high);
  CHECK(a.balanced_accuracy.low == b.balanced_accuracy.low);
  CHECK(a.kappa.high - a.kappa.low < c.kappa.high - c.kappa.low);
  // Of 0.8 and 0.7 right, as exact as the accuracy.
  CHECK(a.calibration_error.low < 0.1);
  CHECK(a.calibration_error.high > 0.1);
  CHECK(std::abs((a.calibration_error.high - a.calibration_error.low) /
                     (a.balanced_accuracy.high - a.balanced_accuracy.low) -
                 1) < 0.1);
  // The normal approximation: 1.96 sqrt(p q / n) on both sides.
  CHECK(std::abs((a.balanced_accuracy.high - a.balanced_accuracy.low) / (2 * 1.96 * std::sqrt(0.7 * 0.3 / 400)) - 1) <
        0.15);
}

TEST_CASE("a bootstrap says nothing where all are right, and resamples without a kappa do not count", "[train]") {
  const std::vector<float> sure = {0.9F, 0.1F, 0.9F, 0.1F, 0.9F, 0.1F, 0.1F, 0.9F, 0.1F, 0.9F};
  const ConstMatrix five(sure.data(), 5, 2);
  const BootstrapIntervals right = bootstrap_intervals(five, std::vector<int>{0, 0, 0, 1, 1});
  CHECK(std::isnan(right.balanced_accuracy.low));
  CHECK(std::isnan(right.macro_f1.high));
  CHECK(std::isnan(right.kappa.low));  // not 0 to 1, although some resamples have one class
  const BootstrapIntervals wrong = bootstrap_intervals(five, std::vector<int>{0, 0, 1, 1, 1});
  CHECK(wrong.balanced_accuracy.low < wrong.balanced_accuracy.high);
  CHECK(wrong.kappa.low < wrong.kappa.high);
}

TEST_CASE("logits become probabilities of every class for one logit and for many", "[train]") {
  const std::vector<float> logits = {0, std::log(3.0F), 1000, -1000};
  const std::vector<float> two = class_probabilities(Task::kClassify, {logits.data(), 2, 2});
  CHECK(std::abs(two[1] - 0.75F) < 1e-6F);
  CHECK(two[2] == 1.0F);
  const std::vector<float> binary = class_probabilities(Task::kBinary, {logits.data(), 4, 1});
  CHECK(std::abs(binary[3] - 0.75F) < 1e-6F);
  CHECK(binary[6] == 1.0F);
  const float sure = 40;
  CHECK(std::abs(class_probabilities(Task::kBinary, {&sure, 1, 1})[0] / std::exp(-40.0F) - 1) < 1e-5F);
}

TEST_CASE("regression is judged against always saying the mean", "[train]") {
  const std::vector<float> predicted = {1, 2, 3, 6}, wanted = {1, 2, 3, 4};
  const RegressionMetrics m = regression_metrics({predicted.data(), 4, 1}, wanted);
  CHECK(close(m.mean_squared_error, 1));
  CHECK(close(m.mean_absolute_error, 0.5));
  CHECK(close(m.chance, 1.25));
  CHECK(close(m.r2, 0.2));
}

}  // namespace metrics_test
