// Losses of the three tasks and their gradients with respect to the logits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

// What trials should give: classes for `classify` and `binary`, values [B, L] for `regress`. An epoch of a sequence
// may have no class: kNoClass counts in no loss and no figure.
inline constexpr int kNoClass = -1;
struct Targets {
  std::vector<int> classes;
  std::vector<float> values;
};

struct LossOptions {
  std::vector<float> class_weights;  // empty: all 1
  double label_smoothing = 0;        // share of the target that is spread over all classes
};

// Sums that become a mean: shards of a batch add theirs before the division.
struct LossSum {
  double loss = 0;    // sum over trials of weight times loss
  double weight = 0;  // sum of weights; trials without class weights, values for `regress`
};

// Sum over the trials first ... first + logits.rows - 1 of a batch. dlogits, unless empty, receives the gradient of the
// sum divided by `total_weight`.
//   classify  w (logsumexp(z) - sum_k t_k z_k),  t the smoothed target
//   binary    log(1 + e^z) - t z                 regress   sum (z - y)^2
LossSum loss_sum(Task task, ConstMatrix logits, const Targets& targets, std::size_t first, const LossOptions& options,
                 double total_weight, Matrix dlogits);

// The divisor of the mean loss of a whole batch: known before any logit is.
double total_weight(Task task, const Targets& targets, std::size_t first, std::size_t n, std::size_t n_outputs,
                    const LossOptions& options);

// Errors TRAIN_LABELS: other number of targets than trials, a class out of range, a value that is not finite.
Result<> check_targets(Task task, const Targets& targets, std::size_t n_trials, std::size_t n_outputs,
                       bool may_lack_classes = false);

}  // namespace eegate
