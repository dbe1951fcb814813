#include "train/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/finite.h"
#include "base/portable_math.h"
#include "base/rng.h"

namespace eegate {
namespace {

constexpr std::size_t kBins = 15;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::size_t predicted_class(std::span<const float> probabilities) {
  return static_cast<std::size_t>(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

double ratio(double a, double b) { return b > 0 ? a / b : 0.0; }

// Counts from which all metrics but cross-entropy are computed; trials may be added more than once (bootstrap).
struct Counts {
  Counts(std::size_t n_classes, bool with_confusion)
      : n(n_classes),
        hits(n_classes),
        truths(n_classes),
        predictions(n_classes),
        confusion(with_confusion ? n_classes * n_classes : 0) {}

  void add(std::span<const float> probabilities, int label) {
    const std::size_t predicted = predicted_class(probabilities), truth = static_cast<std::size_t>(label);
    if (!confusion.empty()) {
      ++confusion[truth * n + predicted];
    }
    hits[truth] += predicted == truth ? 1 : 0;
    ++truths[truth];
    ++predictions[predicted];
    const double confidence = static_cast<double>(probabilities[predicted]);
    const auto bin =
        std::min(kBins - 1, static_cast<std::size_t>(std::max(0.0, confidence * static_cast<double>(kBins))));
    bin_gap[bin] += confidence - (predicted == truth ? 1.0 : 0.0);
    ++total;
  }

  std::size_t n, total = 0;
  std::vector<std::size_t> hits, truths, predictions;  // of each class
  std::vector<std::size_t> confusion;                  // or empty
  std::array<double, kBins> bin_gap{};                 // sum of confidence minus correctness
};

struct Scores {
  double accuracy = 0, balanced = 0, macro_f1 = 0, kappa = 0, calibration = 0;
};

Scores scores_of(const Counts& counts) {
  const double total = static_cast<double>(counts.total);
  double hits = 0, recalls = 0, f1 = 0, agreement = 0, n_present = 0, n_seen = 0;
  for (std::size_t c = 0; c < counts.n; ++c) {
    const double truths = static_cast<double>(counts.truths[c]), hit = static_cast<double>(counts.hits[c]);
    const double predictions = static_cast<double>(counts.predictions[c]);
    hits += hit;
    agreement += truths * predictions;
    recalls += ratio(hit, truths);
    f1 += ratio(2 * hit, truths + predictions);
    n_present += truths > 0 ? 1 : 0;
    n_seen += truths + predictions > 0 ? 1 : 0;
  }
  const double by_chance = ratio(agreement, total * total);
  Scores scores{ratio(hits, total), ratio(recalls, n_present), ratio(f1, n_seen), 0, 0};
  scores.kappa = by_chance < 1 ? (scores.accuracy - by_chance) / (1 - by_chance) : kNone;
  for (const double gap : counts.bin_gap) scores.calibration += ratio(std::abs(gap), total);
  return scores;
}

// A probability that a float rounds to 0 counts as the smallest one above it, a cross-entropy of 103.
constexpr double kLeastProbability = std::numeric_limits<float>::denorm_min();

// A trial without finite probabilities is neither right nor wrong.
std::vector<std::size_t> answered_rows(ConstMatrix rows, std::size_t n) {
  std::vector<std::size_t> answered;
  for (std::size_t i = 0; i < n; ++i) {
    if (all_finite(rows.row(i))) answered.push_back(i);
  }
  return answered;
}

// Where all resamples give one value, as where all answers are right, they do not tell how sure it is.
Interval quantiles(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return {kNone, kNone};
  std::sort(values.begin(), values.end());
  const double last = static_cast<double>(values.size() - 1);
  const auto at = [&](double share) { return values[static_cast<std::size_t>(std::round(share * last))]; };
  const Interval interval{at(0.025), at(0.975)};
  return interval.low < interval.high ? interval : Interval{kNone, kNone};
}

}  // namespace

Interval wilson_interval(std::size_t k, std::size_t n) {
  if (n == 0) return {0, 1};
  const double z = kTwoSided95, total = static_cast<double>(n), p = static_cast<double>(k) / total;
  const double shrink = 1 + z * z / total;
  const double centre = (p + z * z / (2 * total)) / shrink;
  const double half = z / shrink * std::sqrt(p * (1 - p) / total + z * z / (4 * total * total));
  // Rounding must not move the ends past the share itself.
  return {k == 0 ? 0.0 : std::min(p, centre - half), k == n ? 1.0 : std::max(p, centre + half)};
}

double PairedAnswers::difference() const {
  if (n == 0) return 0;
  return (static_cast<double>(won) - static_cast<double>(lost)) / static_cast<double>(n);
}

Interval PairedAnswers::interval(double quantile) const {
  const double size = static_cast<double>(n) + 2;
  const double a = static_cast<double>(lost + 1) / size, b = static_cast<double>(won + 1) / size;
  const double half = quantile * std::sqrt((a + b - (b - a) * (b - a)) / size);
  return {std::max(-1.0, b - a - half), std::min(1.0, b - a + half)};
}

PairedAnswers paired_answers(std::span<const int> first, std::span<const int> second, std::span<const int> labels) {
  PairedAnswers pairs;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (first[i] < 0 || second[i] < 0) continue;
    ++pairs.n;
    const bool by_first = first[i] == labels[i], by_second = second[i] == labels[i];
    pairs.won += by_first && !by_second ? 1 : 0;
    pairs.lost += by_second && !by_first ? 1 : 0;
  }
  return pairs;
}

ClassificationMetrics classification_metrics(ConstMatrix probabilities, std::span<const int> labels) {
  Counts counts(probabilities.cols, probabilities.cols <= kMaxConfusionClasses);
  ClassificationMetrics m{.n_trials = labels.size(), .n_classes = probabilities.cols};
  const std::vector<std::size_t> answered = answered_rows(probabilities, labels.size());
  m.n_unanswered = labels.size() - answered.size();
  const double n_answered = static_cast<double>(answered.size());
  for (const std::size_t i : answered) {
    counts.add(probabilities.row(i), labels[i]);
    const double p = static_cast<double>(probabilities.row(i)[static_cast<std::size_t>(labels[i])]);
    m.cross_entropy -= portable::log(std::max(p, kLeastProbability)) / n_answered;
  }
  const Scores scores = scores_of(counts);
  m.accuracy = scores.accuracy;
  m.balanced_accuracy = scores.balanced;
  m.macro_f1 = scores.macro_f1;
  m.kappa = scores.kappa;
  m.calibration_error = scores.calibration;
  std::size_t hits = 0, n_present = 0;
  for (std::size_t c = 0; c < counts.n; ++c) {
    const std::size_t hit = counts.hits[c], truths = counts.truths[c];
    hits += hit;
    n_present += truths > 0 ? 1 : 0;
    m.recall.push_back(static_cast<double>(hit) / static_cast<double>(truths));
    m.recall_interval.push_back(wilson_interval(hit, truths));
    m.chance = std::max(m.chance, ratio(static_cast<double>(truths), n_answered));
  }
  m.accuracy_interval = wilson_interval(hits, answered.size());
  m.balanced_chance = ratio(1, static_cast<double>(n_present));
  m.confusion = std::move(counts.confusion);
  return m;
}

BootstrapIntervals bootstrap_intervals(ConstMatrix probabilities, std::span<const int> labels, std::size_t n_resamples,
                                       std::uint64_t seed) {
  const Rng rng(seed, "bootstrap");
  std::vector<double> balanced, f1, kappa, calibration;
  const std::vector<std::size_t> answered = answered_rows(probabilities, labels.size());
  const std::uint64_t n = answered.size();
  for (std::uint64_t r = 0; r < n_resamples && n > 0; ++r) {
    Counts counts(probabilities.cols, false);
    for (std::uint64_t k = 0; k < n; ++k) {
      const std::size_t i = answered[static_cast<std::size_t>(rng.bits(r * n + k) % n)];
      counts.add(probabilities.row(i), labels[i]);
    }
    const Scores scores = scores_of(counts);
    balanced.push_back(scores.balanced);
    f1.push_back(scores.macro_f1);
    kappa.push_back(scores.kappa);
    calibration.push_back(scores.calibration);
  }
  return {quantiles(balanced), quantiles(f1), quantiles(kappa), quantiles(calibration)};
}

std::vector<float> class_probabilities(Task task, ConstMatrix logits) {
  std::vector<float> out;
  for (std::size_t i = 0; i < logits.rows; ++i) {
    const std::span<const float> row = logits.row(i);
    if (!all_finite(row)) {
      out.insert(out.end(), task == Task::kBinary ? 2 : row.size(), std::numeric_limits<float>::quiet_NaN());
      continue;
    }
    if (task == Task::kBinary) {
      const double z = static_cast<double>(row[0]);
      for (const double exponent : {z, -z}) out.push_back(static_cast<float>(1 / (1 + portable::exp(exponent))));
      continue;
    }
    const double highest = static_cast<double>(*std::max_element(row.begin(), row.end()));
    double total = 0;
    for (const float z : row) total += portable::exp(static_cast<double>(z) - highest);
    for (const float z : row)
      out.push_back(static_cast<float>(portable::exp(static_cast<double>(z) - highest) / total));
  }
  return out;
}

RegressionMetrics regression_metrics(ConstMatrix predicted, std::span<const float> wanted) {
  const std::vector<std::size_t> answered = answered_rows(predicted, predicted.rows);
  RegressionMetrics m{.n_unanswered = predicted.rows - answered.size()};
  const double n = static_cast<double>(answered.size() * predicted.cols);
  for (std::size_t k = 0; k < predicted.cols; ++k) {
    double mean = 0;
    for (const std::size_t i : answered) {
      mean += static_cast<double>(wanted[i * predicted.cols + k]) / static_cast<double>(answered.size());
    }
    for (const std::size_t i : answered) {
      const double target = static_cast<double>(wanted[i * predicted.cols + k]),
                   error = static_cast<double>(predicted.row(i)[k]) - target;
      m.mean_squared_error += error * error / n;
      m.mean_absolute_error += std::abs(error) / n;
      m.chance += (target - mean) * (target - mean) / n;
    }
  }
  m.r2 = m.chance > 0 ? 1 - m.mean_squared_error / m.chance : 0;
  return m;
}

}  // namespace eegate
