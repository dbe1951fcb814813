#include "train/loss.h"

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

double class_weight(const LossOptions& options, int label) {
  if (label == kNoClass) return 0;
  return options.class_weights.empty() ? 1.0
                                       : static_cast<double>(options.class_weights[static_cast<std::size_t>(label)]);
}

// log(1 + e^z) without overflow
double softplus(double z) { return std::max(z, 0.0) + portable::log1p(portable::exp(-std::abs(z))); }

// One trial of `classify`; dlogits receives scale times the gradient.
double cross_entropy(std::span<const float> logits, int label, double smoothing, double scale, float* dlogits) {
  const double highest = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
  const double n = static_cast<double>(logits.size());
  double total = 0, aimed = 0;
  for (const float z : logits) total += portable::exp(static_cast<double>(z) - highest);
  const double log_sum = highest + portable::log(total);
  for (std::size_t k = 0; k < logits.size(); ++k) {
    const double target = smoothing / n + (static_cast<int>(k) == label ? 1 - smoothing : 0);
    aimed += target * static_cast<double>(logits[k]);
    if (dlogits == nullptr) continue;
    dlogits[k] = static_cast<float>(scale * (portable::exp(static_cast<double>(logits[k]) - log_sum) - target));
  }
  return log_sum - aimed;
}

Error label_error(std::string message, std::size_t index, std::string found, std::string expected) {
  return Error{.code = "TRAIN_LABELS",
               .message = std::move(message),
               .field = "labels",
               .place = "epoch " + std::to_string(index),
               .found = std::move(found),
               .expected = std::move(expected)};
}

}  // namespace

LossSum loss_sum(Task task, ConstMatrix logits, const Targets& targets, std::size_t first, const LossOptions& options,
                 double total, Matrix dlogits) {
  LossSum sum;
  for (std::size_t i = 0; i < logits.rows; ++i) {
    float* gradient = dlogits.data == nullptr ? nullptr : dlogits.row(i).data();
    const std::span<const float> row = logits.row(i);
    if (task == Task::kRegress) {
      for (std::size_t k = 0; k < row.size(); ++k) {
        const double difference =
            static_cast<double>(row[k]) - static_cast<double>(targets.values[(first + i) * row.size() + k]);
        sum.loss += difference * difference;
        if (gradient != nullptr) gradient[k] = static_cast<float>(2 * difference / total);
      }
      sum.weight += static_cast<double>(row.size());
      continue;
    }
    const int label = targets.classes[first + i];
    const double weight = class_weight(options, label);
    if (label == kNoClass) {
      if (gradient != nullptr) std::fill_n(gradient, row.size(), 0.0F);
      continue;
    }
    if (task == Task::kBinary) {
      // As cross_entropy of the logits 0 and z.
      const double z = static_cast<double>(row[0]),
                   target = options.label_smoothing / 2 + (1 - options.label_smoothing) * label;
      sum.loss += weight * (softplus(z) - target * z);
      if (gradient != nullptr)
        gradient[0] = static_cast<float>(weight / total * (1 / (1 + portable::exp(-z)) - target));
    } else {
      sum.loss += weight * cross_entropy(row, label, options.label_smoothing, weight / total, gradient);
    }
    sum.weight += weight;
  }
  return sum;
}

LossSum answered_loss(Task task, ConstMatrix logits, const Targets& targets) {
  LossSum sum;
  for (std::size_t i = 0; i < logits.rows; ++i) {
    if (!all_finite(logits.row(i))) continue;
    const LossSum one = loss_sum(task, logits.slice_rows(i, 1), targets, i, {}, 1, {});
    sum.loss += one.loss;
    sum.weight += one.weight;
  }
  return sum;
}

double mean_cross_entropy(Task task, ConstMatrix logits, const Targets& targets) {
  const LossSum sum = answered_loss(task, logits, targets);
  return sum.weight > 0 ? sum.loss / sum.weight : 0;
}

double total_weight(Task task, const Targets& targets, std::size_t first, std::size_t n, std::size_t n_outputs,
                    const LossOptions& options) {
  if (task == Task::kRegress) return static_cast<double>(n * n_outputs);
  double total = 0;
  for (std::size_t i = first; i < first + n; ++i) total += class_weight(options, targets.classes[i]);
  return total;
}

Result<> check_targets(Task task, const Targets& targets, std::size_t n_trials, std::size_t n_outputs,
                       bool may_lack_classes) {
  if (task == Task::kRegress) {
    if (targets.values.size() != n_trials * n_outputs) {
      return label_error("There are not as many target values as epochs need", 0, std::to_string(targets.values.size()),
                         std::to_string(n_trials * n_outputs));
    }
    for (std::size_t i = 0; i < targets.values.size(); ++i) {
      if (!std::isfinite(targets.values[i]))
        return label_error("A target is not a finite number", i / n_outputs, "NaN or infinity", "a number");
    }
    return {};
  }
  if (targets.classes.size() != n_trials) {
    return label_error("There are not as many labels as epochs", 0, std::to_string(targets.classes.size()),
                       std::to_string(n_trials));
  }
  const int n_classes = task == Task::kBinary ? 2 : static_cast<int>(n_outputs);
  for (std::size_t i = 0; i < n_trials; ++i) {
    if (targets.classes[i] >= 0 && targets.classes[i] < n_classes) continue;
    if (may_lack_classes && targets.classes[i] == kNoClass) continue;
    return label_error("A label is no class of this model", i, std::to_string(targets.classes[i]),
                       "0 to " + std::to_string(n_classes - 1));
  }
  return {};
}

}  // namespace eegate
