// Optimisers, schedules, constraints and running statistics.
#include "train/optimizer.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <vector>

#include "support/model_bytes.h"
#include "train/schedule.h"
#include "train/train_options.h"

using namespace eegate;

namespace optimizer_test {

namespace {

// Two values as the only tensor of a model.
Weights pair_of(float a, float b, bool is_parameter = true, std::vector<std::size_t> shape = {2}) {
  Weights weights({{"theta", std::move(shape), is_parameter}});
  weights.values(0)[0] = a;
  weights.values(0)[1] = b;
  return weights;
}

const std::vector<std::pair<float, float>> kGradients = {{0.1F, -0.2F}, {0.3F, 0.4F}, {1e-9F, 0.0F}};

void check_golden(const OptimizerOptions& options, const std::vector<std::pair<double, double>>& wanted) {
  Weights theta = pair_of(1, -2);
  Optimizer optimizer(options, theta);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    optimizer.step(theta, pair_of(kGradients[i].first, kGradients[i].second), 1e-3);
    CAPTURE(i);
    CHECK(std::abs(static_cast<double>(theta.values(0)[0]) - wanted[i].first) <= 2e-7);
    CHECK(std::abs(static_cast<double>(theta.values(0)[1]) - wanted[i].second) <= 2e-7);
  }
}

}  // namespace

TEST_CASE("both forms of Adam and AdamW reproduce the written goldens", "[train]") {
  check_golden({.kind = OptimizerKind::kAdam}, {{0.9990000001, -1.99900000005},
                                                {0.998082219022056, -1.9993661035654602},
                                                {0.9973727715939071, -1.9996491026419794}});
  check_golden({.kind = OptimizerKind::kAdamKeras}, {{0.9990000316217766, -1.9990000158111383},
                                                     {0.9980822596809746, -1.9993661167491907},
                                                     {0.9973728193122743, -1.9996491138343786}});
  check_golden({.kind = OptimizerKind::kAdamW, .weight_decay = 0.01, .decay_matrices_only = false},
               {{0.9989900001, -1.99898000005}, {0.998062229122055, -1.9993261137654599}});
}

TEST_CASE("AdamW leaves vectors alone and shrinks matrices unless told otherwise", "[train]") {
  const OptimizerOptions options{.kind = OptimizerKind::kAdamW, .weight_decay = 0.1};
  Weights vector = pair_of(1, 1), matrix = pair_of(1, 1, true, {1, 2});
  Optimizer(options, vector).step(vector, pair_of(0, 0), 0.5);
  Optimizer(options, matrix).step(matrix, pair_of(0, 0, true, {1, 2}), 0.5);
  CHECK(vector.values(0)[0] == 1.0F);
  CHECK(matrix.values(0)[0] == 0.95F);
}

TEST_CASE("SGD with momentum adds up its gradients", "[train]") {
  Weights theta = pair_of(1, -2);
  Optimizer optimizer({.kind = OptimizerKind::kSgd, .momentum = 0.5}, theta);
  optimizer.step(theta, pair_of(1, 0), 0.25);  // b = 1
  CHECK(theta.values(0)[0] == 0.75F);
  optimizer.step(theta, pair_of(1, 0), 0.25);  // b = 1.5
  CHECK(theta.values(0)[0] == 0.375F);
  CHECK(theta.values(0)[1] == -2.0F);
}

TEST_CASE("clipping scales all gradients by one factor and reports the norm before", "[train]") {
  Weights theta = pair_of(0, 0);
  Optimizer optimizer({.kind = OptimizerKind::kSgd, .momentum = 0, .clip_norm = 1}, theta);
  CHECK(optimizer.step(theta, pair_of(3, 4), 1) == 5.0);
  CHECK(std::abs(theta.values(0)[0] + 0.6F) < 1e-6F);
  CHECK(std::abs(theta.values(0)[1] + 0.8F) < 1e-6F);
  optimizer.step(theta, pair_of(0.25F, 0), 1);  // below the limit
  CHECK(std::abs(theta.values(0)[0] + 0.85F) < 1e-6F);
}

TEST_CASE("running statistics are neither stepped nor part of the norm", "[train]") {
  Weights theta = pair_of(1, 2, false);
  Optimizer optimizer({.kind = OptimizerKind::kAdam}, theta);
  CHECK(optimizer.step(theta, pair_of(3, 4, false), 1) == 0.0);
  CHECK(theta.values(0)[0] == 1.0F);
}

TEST_CASE("an optimizer goes on from its saved state with the same bits", "[train]") {
  for (const auto kind : {OptimizerKind::kSgd, OptimizerKind::kAdam, OptimizerKind::kAdamW}) {
    Weights a = pair_of(1, -2);
    Optimizer first({.kind = kind}, a);
    first.step(a, pair_of(0.1F, 0.7F), 1e-2);
    Weights b = a;
    Optimizer second({.kind = kind}, b);
    REQUIRE(second.restore(first.n_steps(), first.state()).ok());
    first.step(a, pair_of(0.3F, -0.7F), 1e-2);
    second.step(b, pair_of(0.3F, -0.7F), 1e-2);
    CHECK(a.values(0)[0] == b.values(0)[0]);
    CHECK(a.values(0)[1] == b.values(0)[1]);
  }
  Weights theta = pair_of(1, -2);
  Optimizer adam({.kind = OptimizerKind::kAdam}, theta), sgd({.kind = OptimizerKind::kSgd}, theta);
  CHECK(adam.restore(1, sgd.state()).error().code == "TRAIN_CHECKPOINT");
}

TEST_CASE("schedules rise linearly and fall as they are named", "[train]") {
  const ScheduleOptions cosine{.peak = 2, .warmup_share = 0.25, .decay = Decay::kCosine};
  CHECK(learning_rate(cosine, 0, 8) == 1.0);
  CHECK(learning_rate(cosine, 1, 8) == 2.0);
  CHECK(learning_rate(cosine, 2, 8) == 2.0);
  CHECK(std::abs(learning_rate(cosine, 5, 8) - 1.0) < 1e-14);  // half-way down
  for (std::uint64_t s = 2; s < 8; ++s) {
    const double angle = std::acos(-1.0) * static_cast<double>(s - 2) / 6;
    CHECK(std::abs(learning_rate(cosine, s, 8) - (1 + std::cos(angle))) < 1e-14);
  }
  const ScheduleOptions line{.peak = 2, .warmup_share = 0.25, .decay = Decay::kLinear};
  CHECK(learning_rate(line, 2, 8) == 2);
  CHECK(learning_rate(line, 5, 8) == 1);
  CHECK(std::abs(learning_rate(line, 7, 8) - 1.0 / 3) < 1e-12);
  const ScheduleOptions root{.peak = 2, .warmup_share = 0.25, .decay = Decay::kInverseSqrt};
  CHECK(learning_rate(root, 1, 8) == 2.0);
  CHECK(learning_rate(root, 7, 8) == 1.0);  // 2 sqrt(2 / 8)
  const ScheduleOptions flat{.peak = 2, .warmup_share = 0, .decay = Decay::kConstant};
  CHECK(learning_rate(flat, 0, 8) == 2.0);
  CHECK(learning_rate(flat, 7, 8) == 2.0);
}

TEST_CASE("only post-LN models warm up for a tenth of the steps", "[train]") {
  CHECK(default_warmup_share(*preset_config("post_ln", 4, 16, 2)) == 0.1);
  CHECK(default_warmup_share(*preset_config("gate_gru", 4, 16, 2)) == 0.05);
  for (const bool new_weights : {true, false}) {
    const auto clipping = [&](const char* preset) {
      return default_options(*preset_config(preset, 4, 320, 2), OptimizerKind::kAdam, new_weights).optimizer.clip_norm;
    };
    for (const char* recurrent : {"bilstm_attn", "cram", "mesh_cascade"}) CHECK(clipping(recurrent) == 1);
    CHECK(clipping("gate_gru") == 0);
  }
}

TEST_CASE("running statistics move by the configured share", "[train]") {
  const ModelConfig config = eegate::test::config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":40,"n_outputs":2,"n_heads":2,
          "embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":4,"bn_momentum":0.25}})");
  Weights weights(find_architecture("transformer")->tensors(config)), gradients(weights.specs());
  CHECK(has_batch_norm(weights));
  const auto mean = static_cast<std::size_t>(weights.find("embed.bn.running_mean"));
  weights.values(mean)[1] = 4;
  gradients.values(mean)[1] = 8;
  move_running_statistics(weights, weights, gradients);
  CHECK(weights.values(mean)[1] == 5.0F);
}

TEST_CASE("eegnet's filters stay within their norms and syncnet's widths stay positive", "[train]") {
  const ModelConfig eegnet =
      eegate::test::config_from(R"({"architecture":"eegnet","n_chans":4,"n_times":64,"n_outputs":2})");
  Weights weights(find_architecture("eegnet")->tensors(eegnet));
  for (float& value : weights.flat()) value = 1;
  apply_constraints(weights);
  CHECK(std::abs(weights["spatial.weight"][0] - 0.5F) < 1e-6F);  // four ones have norm 2
  CHECK(weights["temporal.weight"][0] == 1.0F);
  for (float& value : weights.flat()) value = 0.25F;
  apply_constraints(weights);
  CHECK(std::abs(weights["spatial.weight"][0] - 0.25F) < 1e-6F);  // a norm of 0.5 is within the limit
  const ModelConfig syncnet =
      eegate::test::config_from(R"({"architecture":"syncnet","n_chans":4,"n_times":64,"n_outputs":2})");
  Weights sync(find_architecture("syncnet")->tensors(syncnet));
  for (float& value : sync.flat()) value = -1;
  apply_constraints(sync);
  CHECK(sync["beta"][3] == 0.0F);
  CHECK(sync["phi"][4] == 0.0F);
  CHECK(sync["phi"][5] == -1.0F);
}

}  // namespace optimizer_test
