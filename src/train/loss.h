// Losses of the three tasks and their gradients with respect to the logits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

// Targets of trials: classes for `classify` and `binary`, values [B, L] for `regress`. An epoch of a sequence without a
// label has kNoClass, which no loss and no metric counts.
inline constexpr int kNoClass = -1;
struct Targets {
  std::vector<int> classes;
  std::vector<float> values;
};

struct LossOptions {
  std::vector<float> class_weights;  // empty: all 1
  double label_smoothing = 0;        // share of the target that is spread over all classes (Szegedy et al. 2016)
};

// Sums of which the mean loss is loss / weight. The shards of a batch are added before the division.
struct LossSum {
  double loss = 0;    // sum over trials of weight times loss
  double weight = 0;  // sum of weights; trials without class weights, values for `regress`
};

// Sum over the trials first ... first + logits.rows - 1 of a batch. Writes to dlogits, unless it is empty, the gradient
// of the sum divided by `total_weight`.
//   classify  w (logsumexp(z) - sum_k t_k z_k),  t the smoothed target
//   binary    w (log(1 + e^z) - t z), t too      regress   sum (z - y)^2
LossSum loss_sum(Task task, ConstMatrix logits, const Targets& targets, std::size_t first, const LossOptions& options,
                 double total_weight, Matrix dlogits);

// The sum over the trials whose logits are finite, all of weight 1.
LossSum answered_loss(Task task, ConstMatrix logits, const Targets& targets);

// The mean over the trials whose logits are finite, of two or more classes or a binary choice. Probabilities cannot
// tell how unlikely a class is that they round to 0.
double mean_cross_entropy(Task task, ConstMatrix logits, const Targets& targets);

// The sum of weights of trials, the divisor of a batch's mean loss, without computing any logits.
double total_weight(Task task, const Targets& targets, std::size_t first, std::size_t n, std::size_t n_outputs,
                    const LossOptions& options);

// Error TRAIN_LABELS: the number of targets is not that of trials, a class is out of range, a value is not finite.
Result<> check_targets(Task task, const Targets& targets, std::size_t n_trials, std::size_t n_outputs,
                       bool may_lack_classes = false);

}  // namespace eegate
