// Losses and gradients calculated by hand. dlogits is the gradient of the sum divided by the given total.
#include "train/loss.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

namespace eegate::loss_test {
namespace {

using Catch::Approx;

struct Lost {
  LossSum sum;
  std::vector<float> gradient;
};

Lost lost(Task task, const std::vector<float>& logits, std::size_t n_outputs, const Targets& targets,
          const LossOptions& options, double total) {
  const std::size_t n = logits.size() / n_outputs;
  Lost result{{}, std::vector<float>(logits.size())};
  result.sum =
      loss_sum(task, {logits.data(), n, n_outputs}, targets, 0, options, total, {result.gradient.data(), n, n_outputs});
  return result;
}

TEST_CASE("losses and their gradients: classes, smoothed and weighted", "[train]") {
  // softmax of {0, log 3} is {1/4, 3/4}
  const std::vector<float> logits = {0, std::log(3.0F), 0, std::log(3.0F)};
  const Targets targets{{1, 0}, {}};
  const Lost plain = lost(Task::kClassify, logits, 2, targets, {}, 2);
  CHECK(plain.sum.loss == Approx(-std::log(0.75) - std::log(0.25)));
  CHECK(plain.sum.weight == 2);
  CHECK(plain.gradient[0] == Approx(0.25 / 2));
  CHECK(plain.gradient[1] == Approx(-0.25 / 2));
  CHECK(plain.gradient[2] == Approx(-0.75 / 2));

  // A fifth spread over both classes: targets {0.1, 0.9} and {0.9, 0.1}
  const Lost smoothed = lost(Task::kClassify, logits, 2, targets, {.label_smoothing = 0.2}, 2);
  const double right = -0.9 * std::log(0.75) - 0.1 * std::log(0.25),
               wrong = -0.9 * std::log(0.25) - 0.1 * std::log(0.75);
  CHECK(smoothed.sum.loss == Approx(right + wrong));
  CHECK(smoothed.gradient[0] == Approx(0.15 / 2));
  CHECK(smoothed.gradient[1] == Approx(-0.15 / 2));
  CHECK(smoothed.gradient[3] == Approx(0.65 / 2));

  const LossOptions weighted{.class_weights = {3, 0.5F}};
  const Lost heavy = lost(Task::kClassify, logits, 2, targets, weighted, 3.5);
  CHECK(heavy.sum.loss == Approx(-0.5 * std::log(0.75) - 3 * std::log(0.25)));
  CHECK(heavy.sum.weight == 3.5);
  CHECK(total_weight(Task::kClassify, targets, 0, 2, 2, weighted) == 3.5);
  CHECK(heavy.gradient[0] == Approx(0.5 * 0.25 / 3.5));
  CHECK(heavy.gradient[2] == Approx(3 * -0.75 / 3.5));
}

TEST_CASE("losses and their gradients: two classes by one logit, and values", "[train]") {
  const std::vector<float> logits = {std::log(3.0F), std::log(3.0F)};
  const Lost binary = lost(Task::kBinary, logits, 1, {{1, 0}, {}}, {}, 2);
  CHECK(binary.sum.loss == Approx(-std::log(0.75) - std::log(0.25)));
  CHECK(binary.gradient[0] == Approx(-0.25 / 2));
  CHECK(binary.gradient[1] == Approx(0.75 / 2));
  // What PyTorch's binary_cross_entropy_with_logits defines, for targets y (1 - 0.3) + 0.3 / 2 of y = 1, 0, 1.
  const Lost smoothed = lost(Task::kBinary, {0.7F, -1.3F, 2.1F}, 1, {{1, 0, 1}, {}}, {.label_smoothing = 0.3}, 3);
  CHECK(smoothed.sum.loss == Approx(1.374714027));
  CHECK(smoothed.gradient[0] == Approx(-0.060604077));
  CHECK(smoothed.gradient[1] == Approx(0.021388342));
  CHECK(smoothed.gradient[2] == Approx(0.013634390));
  // As two outputs of which one is 0, also with weights.
  const LossOptions both{.class_weights = {2, 0.5F}, .label_smoothing = 0.3};
  const Lost one = lost(Task::kBinary, {0.7F, -1.3F, 2.1F}, 1, {{1, 0, 1}, {}}, both, 3);
  const Lost two = lost(Task::kClassify, {0, 0.7F, 0, -1.3F, 0, 2.1F}, 2, {{1, 0, 1}, {}}, both, 3);
  CHECK(one.sum.loss == Approx(two.sum.loss));
  for (std::size_t i = 0; i < 3; ++i) CHECK(one.gradient[i] == Approx(two.gradient[2 * i + 1]));
  const Lost huge = lost(Task::kBinary, {1000, -1000}, 1, {{0, 0}, {}}, {}, 1);
  CHECK(huge.sum.loss == Approx(1000));
  CHECK(huge.gradient[0] == Approx(1));
  CHECK(huge.gradient[1] == 0);

  const Lost values = lost(Task::kRegress, {1, 2, 3, 4}, 2, {{}, {0, 2, 5, 3}}, {}, 4);
  CHECK(values.sum.loss == 1 + 0 + 4 + 1);
  CHECK(values.sum.weight == 4);
  CHECK(values.gradient == std::vector<float>{0.5F, 0, -1, 0.5F});
}

TEST_CASE("labels that are no class of the model, and values that are not there, are refused", "[train]") {
  CHECK(check_targets(Task::kClassify, {{0, 2}, {}}, 2, 3).ok());
  CHECK(check_targets(Task::kClassify, {{0, 3}, {}}, 2, 3).error().place == "epoch 1");
  CHECK(check_targets(Task::kClassify, {{-1, 0}, {}}, 2, 3).error().code == "TRAIN_LABELS");
  CHECK(check_targets(Task::kBinary, {{0, 2}, {}}, 2, 1).error().code == "TRAIN_LABELS");
  CHECK(check_targets(Task::kClassify, {{0}, {}}, 2, 3).error().code == "TRAIN_LABELS");
  CHECK(check_targets(Task::kRegress, {{}, {1, NAN}}, 1, 2).error().code == "TRAIN_LABELS");
}

TEST_CASE("the cross-entropy of sure and wrong answers has no upper limit, and counts no trial without one",
          "[train]") {
  const std::vector<float> logits = {0, 500, 60, 0, NAN, 0};
  CHECK(mean_cross_entropy(Task::kClassify, {logits.data(), 3, 2}, {{0, 0, 1}, {}}) == Approx(250));
  const std::vector<float> binary = {40, -400};
  CHECK(mean_cross_entropy(Task::kBinary, {binary.data(), 2, 1}, {{0, 1}, {}}) == Approx(220));
}

}  // namespace
}  // namespace eegate::loss_test
