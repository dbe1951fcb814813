// Gradients of whole small models against central differences: a check that needs no stored results.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/after_step.h"
#include "train/gradient.h"
#include "train/init.h"

using namespace eegate;
using eegate::test::random_values;

namespace {

struct Problem {
  ModelConfig config;
  std::vector<float> x;
  Targets targets;
  std::size_t n;
  bool drops = false;  // the masks of one step, the same at every evaluation
  double step = 4e-3;  // smaller where the loss has kinks

  explicit Problem(const std::string& json, std::size_t n_trials = 5)
      : config(eegate::test::config_from(json)), n(n_trials) {
    x = random_values(n * config.n_chans * config.n_times, "input", 20);
    if (config.task == Task::kRegress) targets.values = random_values(n * config.n_outputs, "targets");
    for (std::size_t i = 0; i < n && config.task != Task::kRegress; ++i)
      targets.classes.push_back(static_cast<int>(i % config.n_classes()));
  }
  ConstTensor3 input() const { return {x.data(), n, config.n_chans, config.n_times}; }
};

// Mean loss in training mode; gradients are added to.
double loss_of(const Problem& p, const Weights& weights, Weights& gradients, PassMemory& memory) {
  auto network = find_architecture(p.config.architecture)->make(p.config, weights);
  REQUIRE(network.ok());
  const TrainableModel model{p.config, weights, std::move(network).value()};
  const Dropout dropout(6, 2, 3);
  const PassOptions options{.dropout = p.drops ? &dropout : nullptr, .batch_statistics = has_batch_norm(weights)};
  const LossSum sum = add_gradients(model, p.input(), p.targets, 0, p.n, options, memory, gradients);
  return sum.loss / sum.weight;
}

// Along a tensor's own gradient the loss rises by the gradient's norm; float32 leaves about four digits of it.
void check(const Problem& p) {
  PassMemory memory;
  Weights weights = initial_weights(p.config, 4), gradients(weights.specs()), unused(weights.specs());
  loss_of(p, weights, gradients, memory);
  std::size_t n_checked = 0;
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    if (!weights.specs()[i].is_parameter) continue;
    double norm = 0;
    for (const float g : gradients.values(i)) norm += static_cast<double>(g) * static_cast<double>(g);
    norm = std::sqrt(norm);
    if (norm < 2e-3) continue;  // below what a float32 loss resolves; goldens check these
    CAPTURE(weights.specs()[i].name);
    const double h = p.step;
    const auto moved = [&](double sign) {
      Weights w = weights;
      for (std::size_t k = 0; k < w.values(i).size(); ++k) {
        w.values(i)[k] += static_cast<float>(sign * h * static_cast<double>(gradients.values(i)[k]) / norm);
      }
      return loss_of(p, w, unused, memory);
    };
    CHECK(std::abs((moved(1) - moved(-1)) / (2 * h) - norm) < 0.01 * norm + 1e-4);
    ++n_checked;
  }
  CHECK(n_checked >= 4);
}

std::string transformer(const std::string& fields) {
  return R"({"architecture":"transformer","activation":"gelu",)" + fields + "}";
}

}  // namespace

TEST_CASE("gradients equal central differences for every gate and odd sizes", "[train]") {
  for (const char* gate : {"input", "output", "highway", "sigtanh", "gru"}) {
    CAPTURE(gate);
    check(
        Problem(transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":2,"n_heads":3,"key_dim":5,"value_dim":2,
                                 "ffn_dim":7,"embedding":{"kind":"linear","dim":5},"gate":")" +
                            std::string(gate) + "\"")));
  }
}

TEST_CASE("gradients equal central differences for a single token and a single trial", "[train]") {
  const std::string one =
      R"("n_chans":3,"n_times":11,"n_outputs":2,"n_heads":1,"n_blocks":1,"embedding":{"kind":"patch","dim":5,"patch_times":11})";
  check(Problem(transformer(one)));
  check(Problem(transformer(one + R"(,"pool":"flatten","block":"post_ln")"), 1));
}

TEST_CASE("gradients equal central differences for tokens, tables and pools of every kind", "[train]") {
  check(Problem(transformer(
      R"("n_chans":4,"n_times":17,"n_outputs":2,"n_heads":2,"n_blocks":1,"block":"pre_ln","cls":true,"pool":"cls",
                               "position":{"kind":"learned"},"embedding":{"kind":"patch","dim":6,"patch_times":5,"stride_times":3})")));
  check(Problem(
      transformer(R"("n_chans":4,"n_times":12,"n_outputs":3,"n_heads":2,"n_blocks":1,"pool":"attention","pool_dim":3,
                               "position":{"kind":"learned"},"embedding":{"kind":"patch","dim":6,"patch_chans":1,"patch_times":5})")));
  check(Problem(
      transformer(R"("n_chans":4,"n_times":9,"n_outputs":1,"task":"binary","n_heads":2,"n_blocks":1,"block":"post_ln",
                               "attn_residual":false,"embedding":{"kind":"identity"},"pool":"flatten")")));
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
    check(p);
    p.drops = true;
    check(p);
  }
  check(Problem(fields + R"("F1":2,"standardize":"zscore_trial"})", 1));
}

// Maxima and ReLU have kinks: what one trial feels of them, many do not, and small steps meet few.
TEST_CASE("gradients equal central differences for convolutional models with kinks, under dropout", "[train]") {
  const auto run = [](const std::string& fields, std::size_t n_trials, double step) {
    CAPTURE(fields);
    Problem p("{" + fields + R"(,"n_outputs":3})", n_trials);
    p.step = step;
    p.drops = true;
    check(p);
  };
  for (const std::string name : {"cnn", "syncnet"}) {
    run(R"("architecture":")" + name +
            R"(","n_chans":4,"n_times":23,"filters":3,"kernel_length":8,"pool":7,"drop_prob":0.1)",
        200, 4e-4);
  }
  run(R"("architecture":"eeg_channelnet","n_chans":15,"n_times":34,"temporal_maps":2,"temporal_kernel":5,
         "dilations":[1,3],"spatial_maps":2,"n_spatial":3,"n_residual":1,"final_maps":3,"hidden":5)",
      300, 2e-4);
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
  const auto run = [](const std::string& fields, std::size_t n_trials = 5) {
    CAPTURE(fields);
    Problem p("{" + fields + "}", n_trials);
    p.config.ch_names = {"C3", "Cz", "Fp1"};
    check(p);
    p.drops = true;
    check(p);
  };
  const std::string bilstm = R"("architecture":"bilstm_attn","n_chans":3,"n_outputs":3,"hidden":5,"attn_units":4,)";
  run(bilstm + R"("n_times":7)");
  run(bilstm + R"("n_times":1)");
  run(bilstm + R"("n_times":7,"bidirectional":false,"n_layers":2)", 1);
  run(bilstm + R"("n_times":5,"n_layers":2,"standardize":"zscore_trial")");
  // CRAM is left to its layers and its golden case: maxima and ReLU have kinks, which differences in float32 feel.
  const std::string mesh = R"("architecture":"mesh_cascade","n_chans":3,"n_outputs":2,"maps":[2,3],"dense":7,
    "hidden":5,"fc":4,)";
  run(mesh + R"("n_times":7,"segment":3,"hop":2)");
  run(mesh + R"("n_times":2,"segment":1,"hop":1,"n_layers":1)");
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
    check(Problem(transformer(fields + R"(,"n_times":1,"standardize":"none","embedding":{"kind":"linear","dim":5})")));
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
      check(Problem(transformer(fields + (one_stage ? R"(,"attention":{"kind":"window","window":4})" : ""))));
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
      check(Problem(
          transformer(R"("n_chans":3,"n_times":7,"n_outputs":3,"n_blocks":1,"n_heads":2,"ffn_dim":7,"norm":"batch",
                                    "embedding":{"kind":"linear","dim":6},"norm_affine":)" +
                      std::string(affine) + R"(,"block":")" + block + "\"")));
    }
  }
}

TEST_CASE("gradients of learned positions hold at another length than the table was made for", "[train]") {
  const std::string table = R"("n_chans":3,"n_outputs":3,"n_heads":2,"n_blocks":1,"cls":true,"standardize":"none",
                               "embedding":{"kind":"linear","dim":6},"position":{"kind":"learned","max_len":14},"n_times":)";
  // The table of 9 positions is read at 13 by the network itself, not by resized().
  Problem p(transformer(table + "9"));
  const Problem longer(transformer(table + "13"));
  PassMemory memory;
  Weights weights = initial_weights(p.config, 4), gradients(weights.specs()), unused(weights.specs());
  const auto loss = [&](const Weights& w, Weights& g) {
    auto network = find_architecture("transformer")->make(p.config, w);
    const TrainableModel model{p.config, w, std::move(network).value()};
    const LossSum sum = add_gradients(model, longer.input(), longer.targets, 0, longer.n, {}, memory, g);
    return sum.loss / sum.weight;
  };
  loss(weights, gradients);
  const std::size_t index = static_cast<std::size_t>(weights.find("pos.weight"));
  double norm = 0;
  for (const float g : gradients.values(index)) norm += static_cast<double>(g) * static_cast<double>(g);
  norm = std::sqrt(norm);
  REQUIRE(norm > 2e-3);
  const auto moved = [&](double step) {
    Weights w = weights;
    for (std::size_t k = 0; k < w.values(index).size(); ++k)
      w.values(index)[k] += static_cast<float>(step / norm * static_cast<double>(gradients.values(index)[k]));
    return loss(w, unused);
  };
  CHECK(std::abs((moved(4e-3) - moved(-4e-3)) / 8e-3 - norm) < 0.01 * norm + 1e-4);
  for (std::size_t k = 10 * 6; k < 14 * 6; ++k) CHECK(gradients.values(index)[k] == 0);  // spare rows
}
