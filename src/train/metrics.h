// Metrics of predictions with chance levels and 95 % intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

struct Interval {
  double low = 0, high = 0;
};

// With more classes the confusion matrix, quadratic in their number, is not computed.
inline constexpr std::size_t kMaxConfusionClasses = 256;

struct ClassificationMetrics {
  std::size_t n_trials = 0, n_classes = 0;
  std::size_t n_unanswered = 0;        // trials with probabilities that are not finite; not counted in what follows
  std::vector<std::size_t> confusion;  // [L, L], rows = truth; empty for more than kMaxConfusionClasses
  double accuracy = 0;
  Interval accuracy_interval;             // Wilson
  double balanced_accuracy = 0;           // mean recall of the classes that occur
  double macro_f1 = 0;                    // mean over the classes that occur or are predicted
  double kappa = 0;                       // Cohen; NaN where it is undefined: one class, all right
  double cross_entropy = 0;               // mean -ln p of the true class
  double calibration_error = 0;           // expected calibration error, 15 bins of equal width (Guo et al. 2017)
  double chance = 0;                      // share of the most frequent class: accuracy of a constant prediction
  double balanced_chance = 0;             // one over the number of classes that occur
  std::vector<double> recall;             // of each class; NaN for one that does not occur
  std::vector<Interval> recall_interval;  // Wilson; 0 to 1 for a class that does not occur
};

// probabilities [n, L], labels 0 ... L-1. The prediction is the first class of highest probability.
ClassificationMetrics classification_metrics(ConstMatrix probabilities, std::span<const int> labels);

// 2.5 and 97.5 % quantiles over resamples of the trials (percentile bootstrap). Trials are treated as independent: with
// few subjects the variation between subjects is larger than these intervals. NaN for an interval that would have no
// width; resamples without a kappa are left out of that of kappa.
struct BootstrapIntervals {
  Interval balanced_accuracy, macro_f1, kappa, calibration_error;
};
BootstrapIntervals bootstrap_intervals(ConstMatrix probabilities, std::span<const int> labels,
                                       std::size_t n_resamples = 1000, std::uint64_t seed = 0);

// Wilson's 95 % interval of a share, k of n.
Interval wilson_interval(std::size_t k, std::size_t n);
// Half the width of a 95 % interval, in standard deviations.
inline constexpr double kTwoSided95 = 1.959963984540054;

// How two models answered the same trials.
struct PairedAnswers {
  std::size_t won = 0, lost = 0, n = 0;  // right by the first alone, by the second alone; all that both answered
  // The accuracy of the first less that of the second, over these trials; 0 for none.
  double difference() const;
  // Its interval, within -1 to 1: Bonett and Price 2012, by whose added trials it has a width where no trial differs.
  Interval interval(double quantile = kTwoSided95) const;
};
// Classes; -1 where a model has no answer.
PairedAnswers paired_answers(std::span<const int> first, std::span<const int> second, std::span<const int> labels);

// Logits [n, L] -> probabilities [n, classes]: softmax, or {1 - s, s} for `binary`.
std::vector<float> class_probabilities(Task task, ConstMatrix logits);

struct RegressionMetrics {
  std::size_t n_unanswered = 0;  // trials with outputs that are not finite; not counted in what follows
  double mean_squared_error = 0, mean_absolute_error = 0;
  double r2 = 0;      // 1 - error / variance, over all outputs together
  double chance = 0;  // mean squared error of predicting the mean of each output
};
RegressionMetrics regression_metrics(ConstMatrix predicted, std::span<const float> wanted);

}  // namespace eegate
