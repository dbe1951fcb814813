// Gradients of whole small models compared with central differences, without stored results.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "model/layers/gates.h"
#include "model/layers/input_standardize.h"
#include "support/gradient_check.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/optimizer.h"
#include "train/shard.h"

using namespace eegate;
using eegate::test::random_values;

namespace finite_difference_test {

namespace {

constexpr double kInputScale = 20;

struct Problem {
  ModelConfig config;
  std::vector<float> x;
  Targets targets;
  std::size_t n;
  bool drops = false;  // the masks of one step, the same at every evaluation
  test::GradientCheck differences;
  double gain = 1;  // factor of the initial weights, larger if the input has hardly any effect otherwise

  explicit Problem(const std::string& json, std::size_t n_trials = 5)
      : config(eegate::test::config_from(json)), n(n_trials) {
    if (config.architecture == "transformer") differences.zero = {"attn.k.bias"};  // the same for every key
    x = random_values(n * config.n_chans * config.n_times, "input", kInputScale);
    if (config.task == Task::kRegress) targets.values = random_values(n * config.n_outputs, "targets");
    for (std::size_t i = 0; i < n && config.task != Task::kRegress; ++i)
      targets.classes.push_back(static_cast<int>(i % config.n_classes()));
  }
  ConstTensor3 input() const { return {x.data(), n, config.n_chans, config.n_times}; }
};

// Mean loss in training mode.
double loss_of(const Problem& p, const TrainableModel& model, const PassOptions& options, PassMemory& memory) {
  const ArenaScope scope(memory.arena);
  const ConstTensor3 x = p.input();
  const Tensor3 standardized = memory.arena.tensor3(x.d0, x.d1, x.d2);
  for (std::size_t b = 0; b < x.d0; ++b) standardize_input(p.config.standardize, standardized[b], x[b]);
  const Matrix logits = memory.arena.matrix(x.d0, p.config.n_outputs);
  ForwardContext context{.arena = memory.arena,
                         .tape = &memory.tape,
                         .dropout = options.dropout,
                         .batch_statistics = options.batch_statistics};
  model.network->forward(standardized, logits, context);
  memory.tape.clear();
  const double total = total_weight(p.config.task, p.targets, 0, p.n, p.config.n_outputs, {});
  const LossSum sum = loss_sum(p.config.task, logits, p.targets, 0, {}, total, {});
  return sum.loss / sum.weight;
}

// The gradients of all parameters and of the input. The model's own weights may be of another length than the problem.
void check(Problem p, TrainableModel model) {
  const Dropout dropout(6, 2, 3);
  const PassOptions options{.dropout = p.drops ? &dropout : nullptr, .batch_statistics = has_batch_norm(model.weights)};
  PassMemory memory;
  Weights gradients(model.weights.specs());
  std::vector<float> dx(p.x.size());
  const ConstTensor3 x = p.input();
  add_gradients(model, x, p.targets, 0, p.n, options, memory, gradients, {dx.data(), x.d0, x.d1, x.d2});
  std::vector<test::GradientClaim> claims = {{"input", p.x, dx, kInputScale}};
  for (std::size_t i = 0; i < model.weights.specs().size(); ++i) {
    const TensorSpec& spec = model.weights.specs()[i];
    if (spec.is_parameter) claims.push_back({spec.name, model.weights.values(i), gradients.values(i)});
  }
  const auto value = [&] {
    model.network->set_weights(model.weights);
    return loss_of(p, model, options, memory);
  };
  CHECK(test::wrong_gradients(claims, p.differences, value) == std::vector<std::string>());
}

TrainableModel model_for(const ModelConfig& config, double gain = 1) {
  Weights weights = initial_weights(config, 4);
  for (float& value : weights.flat()) value *= static_cast<float>(gain);
  auto network = find_architecture(config.architecture)->make(config, weights);
  REQUIRE(network.ok());
  return {config, std::move(weights), std::move(network).value()};
}

void check(const Problem& p) { check(p, model_for(p.config, p.gain)); }

// Tensors without gradient if there is only one token to attend to.
const std::set<std::string> kAlone = {"attn.q.weight", "attn.q.bias", "attn.k.weight"};

std::string transformer(const std::string& fields) {
  return R"({"architecture":"transformer","activation":"gelu",)" + fields + "}";
}

}  // namespace

TEST_CASE("gradients equal central differences for every gate and odd sizes", "[train]") {
  for (const std::string_view gate : kGates.names) {
    CAPTURE(gate);
    check(
        Problem(transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":2,"n_heads":3,"key_dim":5,"value_dim":2,
                                 "ffn_dim":7,"embedding":{"kind":"linear","dim":5},"gate":")" +
                            std::string(gate) + "\"")));
  }
}

TEST_CASE("gradients equal central differences where a ReLU stands before every gate", "[train]") {
  for (const std::string_view gate : kGates.names) {
    CAPTURE(gate);
    Problem p(transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":2,"n_heads":3,"key_dim":5,"value_dim":2,
                              "ffn_dim":7,"embedding":{"kind":"linear","dim":5},"relu_before_gate":true,"gate":")" +
                          std::string(gate) + "\""),
              150);
    p.differences.step = 1e-4;  // small, and many trials, whose mean has less noise: a ReLU has kinks
    p.differences.n_steps = 3;
    p.differences.noise = 5e-9;
    check(p);
  }
}

TEST_CASE("gradients equal central differences for a single token and a single trial", "[train]") {
  const std::string one =
      R"("n_chans":3,"n_times":11,"n_outputs":2,"n_heads":1,"n_blocks":1,"embedding":{"kind":"patch","dim":5,"patch_times":11})";
  for (Problem p :
       {Problem(transformer(one)), Problem(transformer(one + R"(,"pool":"flatten","block":"post_ln")"), 1)}) {
    p.differences.zero.insert(kAlone.begin(), kAlone.end());
    check(p);
  }
}

TEST_CASE("gradients equal central differences for tokens, tables and pools of every kind", "[train]") {
  Problem with_class(transformer(
      R"("n_chans":4,"n_times":17,"n_outputs":2,"n_heads":2,"n_blocks":1,"block":"pre_ln","cls":true,"pool":"cls",
                               "position":{"kind":"learned"},"embedding":{"kind":"patch","dim":6,"patch_times":5,"stride_times":3})"));
  with_class.differences.step = 2e-4;  // small first values, which a norm divides by
  check(with_class);
  check(Problem(
      transformer(R"("n_chans":4,"n_times":12,"n_outputs":3,"n_heads":2,"n_blocks":1,"pool":"attention","pool_dim":3,
                               "position":{"kind":"learned"},"embedding":{"kind":"patch","dim":6,"patch_chans":1,"patch_times":5})")));
  Problem no_residual(
      transformer(R"("n_chans":4,"n_times":9,"n_outputs":1,"task":"binary","n_heads":2,"n_blocks":1,"block":"post_ln",
                               "attn_residual":false,"embedding":{"kind":"identity"},"pool":"flatten")"));
  no_residual.differences.step = 1e-3;
  check(no_residual);
  check(Problem(
      transformer(R"("n_chans":3,"n_times":9,"n_outputs":2,"task":"regress","n_heads":1,"n_blocks":1,"block":"pre_ln",
                               "attention":{"kind":"full","causal":true},"norm_affine":false,"embedding":{"kind":"linear","dim":5,"bias":false})")));
}

TEST_CASE("gradients equal central differences through the batch norm of both stems", "[train]") {
  check(Problem(transformer(R"("n_chans":3,"n_times":31,"n_outputs":2,"n_heads":2,"n_blocks":1,
                               "embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":5})")));
  check(Problem(transformer(R"("n_chans":3,"n_times":30,"n_outputs":2,"n_heads":2,"n_blocks":1,
                               "embedding":{"kind":"conv_stem","filters":3,"depth":2,"spatial":"depthwise","padding":"same","kernel_times":4,
                                            "activation":"square_log","pool_times":8,"pool_stride":5,"dim":4})")));
}

TEST_CASE("gradients equal central differences for EEGNet, with dropout and without", "[train]") {
  const std::string fields =
      R"({"architecture":"eegnet","n_chans":5,"n_times":37,"n_outputs":3,"pool1":3,"pool2":2,"kernel_length":6,"sep_kernel_length":4,)";
  for (const char* more :
       {R"("F1":3})", R"("F1":3,"D":1,"F2":5,"pad":"torch","flatten":"time_map"})", R"("F1":1,"D":3})"}) {
    CAPTURE(more);
    Problem p(fields + more, 3);
    p.differences.zero = {"bn1.bias"};  // the second batch norm takes it off
    check(p);
    p.drops = true;
    check(p);
  }
  Problem one(fields + R"("F1":2,"standardize":"zscore_trial"})", 1);
  one.differences.zero = {"bn1.bias"};
  check(one);
}

// Maxima and ReLU are not differentiable everywhere: the mean over many trials and small steps reduce the error.
TEST_CASE("gradients equal central differences for convolutional models with kinks, under dropout", "[train][heavy]") {
  const auto run = [](const std::string& fields, std::size_t n_trials, double step) {
    CAPTURE(fields);
    Problem p("{" + fields + R"(,"n_outputs":3})", n_trials);
    p.differences.step = step;
    p.differences.noise = 2e-8;  // a mean of many losses
    p.drops = true;
    check(p);
  };
  for (const std::string name : {"cnn", "syncnet"}) {
    run(R"("architecture":")" + name +
            R"(","n_chans":4,"n_times":23,"filters":3,"kernel_length":8,"pool":7,"drop_prob":0.1)",
        200, 1e-4);
  }
  run(R"("architecture":"eeg_channelnet","n_chans":15,"n_times":34,"temporal_maps":2,"temporal_kernel":5,
         "dilations":[1,3],"spatial_maps":2,"n_spatial":3,"n_residual":1,"final_maps":3,"hidden":5)",
      300, 4e-5);
}

// Backward passes treat the shrinkage of a trial as a constant, so these cases have a fixed shrinkage or none.
TEST_CASE("gradients equal central differences for classifiers of covariances", "[train]") {
  const std::string sizes = R"(,"standardize":"none","n_chans":4,"n_times":29,"estimator":"fixed","shrinkage":0.2)";
  for (const std::string fields :
       {R"("architecture":"tangent_space","n_outputs":3)",
        R"("architecture":"tangent_space","n_outputs":1,"task":"binary")",
        R"("architecture":"tangent_space","n_outputs":2,"rank":3)",
        R"("architecture":"tangent_space","n_outputs":2,"order":2,"lag":3,"rank":5)",
        R"("architecture":"tangent_space","n_outputs":3,"bands":[5,30,60],"sfreq":160)",
        R"("architecture":"tangent_space","n_outputs":2,"bands":[5,30,60],"sfreq":160,"order":2,"lag":3,"rank":5)",
        R"("architecture":"csp","n_outputs":3,"n_filters":6,"bands":[5,30,60],"sfreq":160)",
        R"("architecture":"mdm","n_outputs":3)", R"("architecture":"mdm","n_outputs":1,"task":"binary","rank":3)",
        R"("architecture":"csp","n_outputs":3,"n_filters":6)", R"("architecture":"csp","n_outputs":2,"order":2)"}) {
    CAPTURE(fields);
    Problem p("{" + fields + sizes + "}");
    p.differences.step = 1e-3;
    check(p);
  }
}

TEST_CASE("gradients equal central differences under dropout at every site and in every kind of block", "[train]") {
  for (const char* block : {"post_ln", "pre_ln", "gated"}) {
    CAPTURE(block);
    Problem p(transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":2,"n_heads":3,"key_dim":4,"value_dim":2,
                              "ffn_dim":7,"embedding":{"kind":"linear","dim":5},
                              "dropout":{"attn_out":0.2,"ffn_out":0.1,"attn_weights":0.3,"ffn_hidden":0.2,"embed":0.1,"head":0.2},
                              "block":")" +
                          std::string(block) + "\""));
    p.drops = true;
    check(p);
  }
}

TEST_CASE("gradients equal central differences for recurrent models, with dropout and without", "[train]") {
  const auto run = [](const std::string& fields, std::size_t n_trials = 5, const std::set<std::string>& zero = {}) {
    CAPTURE(fields);
    Problem p("{" + fields + "}", n_trials);
    p.config.ch_names = {"C3", "Cz", "Fp1"};
    p.differences.zero = zero;
    p.gain = 3;
    check(p);
    p.drops = true;
    check(p);
  };
  const std::string bilstm = R"("architecture":"bilstm_attn","n_chans":3,"n_outputs":3,"hidden":5,"attn_units":4,)";
  run(bilstm + R"("n_times":7)");
  // With one sample the deviation is 0, an LSTM has no previous step, attention is 1.
  run(bilstm + R"("n_times":1)", 5, {"input", ".weight_ih", ".weight_hh", "attn.weight", "attn.bias", "attn.u"});
  run(bilstm + R"("n_times":7,"bidirectional":false,"n_layers":2)", 1);
  run(bilstm + R"("n_times":5,"n_layers":2,"standardize":"zscore_trial")");
  // CRAM is tested by its layers and a golden case: maxima and ReLU make differences in float32 inexact.
  const std::string mesh = R"("architecture":"mesh_cascade","n_chans":3,"n_outputs":2,"maps":[2,3],"dense":7,
    "hidden":5,"fc":4,"standardize":"none",)";
  run(mesh + R"("n_times":7,"segment":3,"hop":2)");
  run(mesh + R"("n_times":2,"segment":1,"hop":1,"n_layers":1)", 5, {".weight_hh"});
}

TEST_CASE("gradients equal central differences with relative positions of every kind", "[train]") {
  const char* positions[] = {
      R"({"kind":"rel_shaw","max_distance":3})", R"({"kind":"rel_shaw","max_distance":20,"values":true})",
      R"({"kind":"rel_shaw","max_distance":2,"values":true,"per_head":true})",
      R"({"kind":"rel_bias","alpha":2,"beta":4,"gamma":9})", R"({"kind":"rel_bias","alpha":3,"beta":3})"};
  for (const char* position : positions) {
    CAPTURE(position);
    const std::string fields =
        R"("n_chans":3,"n_outputs":3,"n_heads":3,"n_blocks":1,"key_dim":5,"value_dim":2,"ffn_dim":7,
                                  "position":)" +
        std::string(position);
    check(Problem(transformer(fields + R"(,"n_times":13,"embedding":{"kind":"linear","dim":5})")));
    Problem alone(transformer(fields + R"(,"n_times":1,"standardize":"none","embedding":{"kind":"linear","dim":5})"));
    alone.differences.zero.insert(kAlone.begin(), kAlone.end());
    const bool is_shaw = std::string(position).find("rel_shaw") != std::string::npos;
    alone.differences.zero.insert(is_shaw ? "attn.rel.k" : "attn.rel.bias");
    check(alone);
    // The class token starts at zero, where a norm with a small eps bends within the step of the difference.
    check(Problem(transformer(fields + R"(,"n_times":12,"block":"pre_ln","cls":true,"norm_eps":0.1,
                                 "embedding":{"kind":"patch","dim":6,"patch_chans":1,"patch_times":3},"attention":{"kind":"full","causal":true})")));
  }
}

TEST_CASE("gradients equal central differences through windows, shifts and merges at every length", "[train]") {
  for (const int n_times : {1, 3, 8, 13}) {
    for (const char* stages :
         {R"("n_blocks":2)", R"("n_blocks":4,"attention":{"kind":"window","window":4,"stages":[2,1,1]})"}) {
      CAPTURE(n_times, stages);
      const bool one_stage = std::string(stages) == R"("n_blocks":2)";
      const std::string fields =
          R"("n_chans":3,"n_outputs":2,"n_heads":2,"ffn_dim":6,"block":"pre_ln","standardize":"none",
          "embedding":{"kind":"linear","dim":4},"position":{"kind":"rel_bias","alpha":3,"beta":3},"n_times":)" +
          std::to_string(n_times) + "," + stages;
      Problem p(transformer(fields + (one_stage ? R"(,"attention":{"kind":"window","window":4})" : "")));
      const std::string alone = n_times == 1 ? "" : "blocks.3.";  // three samples are one token in the third stage
      for (const char* name : {"attn.q.weight", "attn.q.bias", "attn.k.weight", "attn.rel.bias"}) {
        if (n_times == 1 || (n_times == 3 && !one_stage)) p.differences.zero.insert(alone + name);
      }
      check(p);
    }
  }
}

TEST_CASE("gradients equal central differences through windows with tables, masks and dropout", "[train]") {
  Problem p(transformer(
      R"("n_chans":3,"n_times":11,"n_outputs":3,"n_blocks":2,"n_heads":2,"key_dim":3,"value_dim":2,"ffn_dim":7,
                           "embedding":{"kind":"linear","dim":5},"position":{"kind":"rel_shaw","max_distance":2,"values":true},
                           "attention":{"kind":"window","window":3,"causal":true},
                           "dropout":{"attn_out":0.2,"ffn_out":0.1,"attn_weights":0.3,"ffn_hidden":0.2,"embed":0.1,"head":0.2})"));
  p.drops = true;
  check(p);
}

TEST_CASE("gradients equal central differences through batch norm in every kind of block", "[train]") {
  for (const char* block : {"post_ln", "pre_ln", "gated"}) {
    for (const char* affine : {"true", "false"}) {
      CAPTURE(block, affine);
      Problem p(
          transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":1,"n_heads":2,"ffn_dim":7,"norm":"batch",
                                    "embedding":{"kind":"linear","dim":6},"norm_affine":)" +
                      std::string(affine) + R"(,"block":")" + block + "\""));
      // A batch norm subtracts what is added equally to all tokens, unless there is a gate in between.
      const std::string kind = block;
      if (kind == "pre_ln") p.differences.zero.insert("embed.bias");
      if (kind != "gated") p.differences.zero.insert({"attn.v.bias", "attn.o.bias", "ffn.1.bias"});
      check(p);
    }
  }
}

TEST_CASE("gradients of learned positions hold at another length than the table was made for", "[train]") {
  const std::string table = R"("n_chans":3,"n_outputs":3,"n_heads":2,"n_blocks":1,"cls":true,"standardize":"none",
                               "embedding":{"kind":"linear","dim":6},"position":{"kind":"learned","max_len":14},"n_times":)";
  // The table of 9 positions is read at 13 by the network itself, not by resized().
  Problem p(transformer(table + "9"));
  Problem longer(transformer(table + "13"));
  TrainableModel model = model_for(p.config);
  const std::size_t index = static_cast<std::size_t>(model.weights.find("pos.weight"));
  PassMemory memory;
  Weights gradients(model.weights.specs());
  add_gradients(model, longer.input(), longer.targets, 0, longer.n, {}, memory, gradients);
  for (std::size_t k = 10 * 6; k < 14 * 6; ++k) CHECK(gradients.values(index)[k] == 0);  // spare rows
  longer.differences.step = 1e-3;                                                        // the table's values are small
  check(longer, std::move(model));
}

}  // namespace finite_difference_test
