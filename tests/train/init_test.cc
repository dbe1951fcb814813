// Initial weights: the distribution of each tensor, and that it depends on seed and name only.
#include "train/init.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "model/architecture.h"
#include "support/model_bytes.h"
#include "train/optimizer.h"

using namespace eegate;
using eegate::test::config_from;

namespace init_test {

namespace {

struct Moments {
  double mean = 0, variance = 0, lowest = 0, highest = 0;
};

Moments moments(std::span<const float> values) {
  Moments m{.lowest = 1e9, .highest = -1e9};
  const double n = static_cast<double>(values.size());
  for (const float v : values) m.mean += static_cast<double>(v) / n;
  for (const float v : values) {
    m.variance += (static_cast<double>(v) - m.mean) * (static_cast<double>(v) - m.mean) / n;
    m.lowest = std::min(m.lowest, static_cast<double>(v));
    m.highest = std::max(m.highest, static_cast<double>(v));
  }
  return m;
}

// Mean within five standard errors, variance within 2 %, bounds kept and nearly reached.
void check_uniform(std::span<const float> values, double bound) {
  const Moments m = moments(values);
  const double n = static_cast<double>(values.size());
  CHECK(std::abs(m.mean) < 5 * bound / std::sqrt(3 * n));
  CHECK(std::abs(m.variance / (bound * bound / 3) - 1) < (n >= 1e5 ? 0.02 : 0.1));
  CHECK(m.lowest >= -bound * (1 + 1e-6));
  CHECK(m.highest <= bound * (1 + 1e-6));
  CHECK(m.highest > bound * (n >= 1e5 ? 0.999 : 0.95));
}

bool all_equal(std::span<const float> values, float wanted) {
  return std::all_of(values.begin(), values.end(), [&](float v) { return v == wanted; });
}

// Wide enough for 1e5 draws in every kind of matrix.
ModelConfig wide_config(const std::string& more) {
  return config_from(
      R"({"architecture":"transformer","n_chans":320,"n_times":4,"n_outputs":320,"n_heads":4,"n_blocks":1,
                         "embedding":{"kind":"linear","dim":320},"ffn_dim":320,)" +
      more + "}");
}

}  // namespace

TEST_CASE("linear maps, attention and gates are drawn from their laws over 1e5 values", "[train]") {
  const Weights w =
      initial_weights(wide_config(R"("key_dim":80,"value_dim":96,"position":{"kind":"learned","max_len":320})"), 7);
  check_uniform(w["embed.weight"], 1 / std::sqrt(320.0));
  check_uniform(w["blocks.0.ffn.0.weight"], 1 / std::sqrt(320.0));
  check_uniform(w["head.weight"], 1 / std::sqrt(320.0));
  const double stacked = std::sqrt(6.0 / (320 + 4 * (2 * 80 + 96)));
  for (const char* name : {"blocks.0.attn.q.weight", "blocks.0.attn.k.weight", "blocks.0.attn.v.weight"})
    check_uniform(w[name], stacked);
  check_uniform(w["blocks.0.attn.o.weight"], 1 / std::sqrt(4 * 96.0));
  for (const char* name : {"w_r", "u_r", "w_z", "u_z", "w_g", "u_g"}) {
    check_uniform(w["blocks.0.gate2." + std::string(name)], std::sqrt(6.0 / 640));
  }
  const Moments positions = moments(w["pos.weight"]);
  CHECK(std::abs(positions.mean) < 5 * 0.02 / std::sqrt(102400.0));
  CHECK(std::abs(std::sqrt(positions.variance) / 0.02 - 1) < 0.01);
}

TEST_CASE("biases, norms and identity biases of gates start where they should", "[train]") {
  const Weights w = initial_weights(wide_config(R"("key_dim":80,"cls":true)"), 7);
  for (const char* name :
       {"blocks.0.attn.q.bias", "blocks.0.attn.o.bias", "blocks.0.norm1.bias", "final_norm.bias", "cls"}) {
    CHECK(all_equal(w[name], 0));
  }
  CHECK(all_equal(w["blocks.0.norm2.weight"], 1));
  CHECK(all_equal(w["blocks.0.gate1.b_g"], 2));
  check_uniform(w["blocks.0.ffn.1.bias"], 1 / std::sqrt(320.0));
  CHECK(all_equal(initial_weights(wide_config(R"("gate_bias_sign":"plus")"), 7)["blocks.0.gate1.b_g"], -2));
  CHECK(all_equal(initial_weights(wide_config(R"("gate":"highway")"), 7)["blocks.0.gate1.b_g"], 1));
}

TEST_CASE("the Keras rule draws Glorot uniform with zero biases", "[train]") {
  const Weights w = initial_weights(wide_config(R"("key_dim":80,"value_dim":96)"), 7, InitRule::kKeras);
  check_uniform(w["blocks.0.ffn.0.weight"], std::sqrt(6.0 / 640));
  check_uniform(w["blocks.0.attn.q.weight"], std::sqrt(6.0 / (4 * 320 + 80 * 320)));
  check_uniform(w["blocks.0.attn.v.weight"], std::sqrt(6.0 / (4 * 320 + 96 * 320)));
  check_uniform(w["blocks.0.attn.o.weight"], std::sqrt(6.0 / (96 * 4 + 320 * 4)));
  CHECK(all_equal(w["head.bias"], 0));
}

TEST_CASE("a convolutional stem counts its kernel as inputs and starts its statistics at 0 and 1", "[train]") {
  const ModelConfig config = config_from(
      R"({"architecture":"transformer","n_chans":16,"n_times":200,"n_outputs":2,
          "embedding":{"kind":"conv_stem","filters":80,"conv_bias":true,"kernel_times":25}})");
  const Weights w = initial_weights(config, 3);
  check_uniform(w["embed.temporal.weight"], 1 / std::sqrt(25.0));
  check_uniform(w["embed.spatial.weight"], 1 / std::sqrt(80.0 * 16));
  CHECK(moments(w["embed.spatial.bias"]).highest < 1 / std::sqrt(80.0 * 16));
  CHECK(all_equal(w["embed.bn.weight"], 1));
  CHECK(all_equal(w["embed.bn.bias"], 0));
  CHECK(all_equal(w["embed.bn.running_mean"], 0));
  CHECK(all_equal(w["embed.bn.running_var"], 1));
}

TEST_CASE("convolutional models are drawn by the laws of their layers", "[train]") {
  const Weights eegnet = initial_weights(config_from(R"({"architecture":"eegnet","n_chans":64,"n_times":640,
    "n_outputs":4,"F1":320,"D":2,"F2":320})"),
                                         3);
  check_uniform(eegnet["temporal.weight"], 1 / std::sqrt(64.0));
  check_uniform(eegnet["spatial.weight"], 1 / std::sqrt(64.0));
  check_uniform(eegnet["sep_depth.weight"], 1 / std::sqrt(16.0));
  check_uniform(eegnet["sep_point.weight"], 1 / std::sqrt(640.0));
  CHECK(all_equal(eegnet["bn3.weight"], 1));
  const Weights keras = initial_weights(config_from(R"({"architecture":"eegnet","n_chans":64,"n_times":640,
    "n_outputs":4,"F1":320,"D":2,"F2":320})"),
                                        3, InitRule::kKeras);
  check_uniform(keras["temporal.weight"], std::sqrt(6.0 / (64 + 320 * 64)));
  CHECK(all_equal(keras["head.bias"], 0));

  const Weights sync = initial_weights(config_from(R"({"architecture":"syncnet","n_chans":200,"n_times":80,
    "n_outputs":2,"filters":4096})"),
                                       3);
  check_uniform(sync["b"], 0.05);
  const Moments phi = moments(sync["phi"]), omega = moments(sync["omega"]), beta = moments(sync["beta"]);
  CHECK(std::abs(std::sqrt(phi.variance * 200 / 199) / 0.05 - 1) < 0.01);
  for (std::size_t k = 0; k < 4096; ++k) REQUIRE(sync.matrix("phi").row(k)[0] == 0);
  CHECK(omega.lowest >= 0);
  CHECK(std::abs(omega.mean - 0.5) < 0.03);
  CHECK(omega.highest <= 1);
  CHECK(beta.lowest >= 0);
  CHECK(std::abs(beta.mean - 0.025) < 0.002);
  CHECK(beta.highest <= 0.05F);
  CHECK(all_equal(sync["bias"], 0));
}

TEST_CASE("tables of distances are small, biases of buckets zero, merges linear maps, statistics at 0 and 1",
          "[train]") {
  const ModelConfig shaw =
      wide_config(R"("key_dim":80,"position":{"kind":"rel_shaw","max_distance":600,"values":true})");
  const Weights tables = initial_weights(shaw, 7);
  for (const char* name : {"blocks.0.attn.rel.k", "blocks.0.attn.rel.v"}) {
    const Moments m = moments(tables[name]);
    CHECK(std::abs(m.mean) < 5 * 0.02 / std::sqrt(96080.0));
    CHECK(std::abs(std::sqrt(m.variance) / 0.02 - 1) < 0.02);
  }
  const ModelConfig windows = config_from(
      R"({"architecture":"transformer","n_chans":3,"n_times":40,"n_outputs":2,"embedding":{"kind":"linear","dim":128},"n_blocks":2,
          "norm":"batch","position":{"kind":"rel_bias"},"attention":{"kind":"window","stages":[1,1]}})");
  const Weights w = initial_weights(windows, 7);
  CHECK(all_equal(w["blocks.1.attn.rel.bias"], 0));
  CHECK(all_equal(w["merge.0.norm.weight"], 1));
  CHECK(all_equal(w["merge.0.norm.bias"], 0));
  check_uniform(w["merge.0.weight"], 1 / std::sqrt(256.0));
  check_uniform(w["blocks.1.attn.q.weight"], std::sqrt(6.0 / (256 + 16 * 3 * 16)));
  CHECK(all_equal(w["blocks.1.norm2.running_mean"], 0));
  CHECK(all_equal(w["blocks.1.norm2.running_var"], 1));
}

TEST_CASE("weights depend on the seed and the tensor's name alone", "[train]") {
  const ModelConfig one =
      config_from(R"({"architecture":"transformer","n_chans":8,"n_times":8,"n_outputs":2,"n_blocks":1})");
  const ModelConfig two =
      config_from(R"({"architecture":"transformer","n_chans":8,"n_times":8,"n_outputs":2,"n_blocks":2})");
  const Weights a = initial_weights(one, 1), b = initial_weights(two, 1), c = initial_weights(one, 2);
  CHECK(std::ranges::equal(a["blocks.0.ffn.0.weight"], b["blocks.0.ffn.0.weight"]));
  CHECK(!std::ranges::equal(a["blocks.0.ffn.0.weight"], c["blocks.0.ffn.0.weight"]));
  CHECK(!std::ranges::equal(b["blocks.0.ffn.0.weight"], b["blocks.1.ffn.0.weight"]));
}

TEST_CASE("every architecture gets finite first weights that pass its own checks", "[train]") {
  for (const std::string_view name : architecture_names()) {
    CAPTURE(name);
    const std::string sizes = name == "mesh_cascade" ? R"("maps":[2,2,2],"dense":8,"hidden":8,"fc":8,)" : "";
    const ModelConfig config = config_from(R"({"n_chans":20,"n_times":320,"n_outputs":2,"standardize":"none",)" +
                                           sizes + R"("architecture":")" + std::string(name) + R"("})");
    const Weights w = initial_weights(config, 1);
    for (std::size_t i = 0; i < w.specs().size(); ++i) {
      for (const float v : w.values(i)) REQUIRE(std::isfinite(v));
    }
    Weights limited = w;
    apply_constraints(limited);
    for (std::size_t i = 0; i < w.specs().size(); ++i) {
      CAPTURE(w.specs()[i].name);
      if (w.specs()[i].constraint != Constraint::kRowNorm) CHECK(std::ranges::equal(w.values(i), limited.values(i)));
    }
  }
}

TEST_CASE("an LSTM is drawn from the laws of PyTorch and of Keras", "[train]") {
  const ModelConfig config = config_from(
      R"({"architecture":"bilstm_attn","n_chans":160,"n_times":4,"n_outputs":2,"hidden":160,"bidirectional":false})");
  const Weights torch = initial_weights(config, 3);
  check_uniform(torch["lstm.0.fwd.weight_ih"], 1 / std::sqrt(160.0));
  check_uniform(torch["lstm.0.fwd.weight_hh"], 1 / std::sqrt(160.0));
  check_uniform(torch["lstm.0.fwd.bias_hh"], 1 / std::sqrt(160.0));
  const Weights keras = initial_weights(config, 3, InitRule::kKeras);
  check_uniform(keras["lstm.0.fwd.weight_ih"], std::sqrt(6 / (160.0 + 640.0)));
  CHECK(all_equal(keras["lstm.0.fwd.bias_hh"], 0));
  CHECK(all_equal(keras["lstm.0.fwd.bias_ih"].subspan(160, 160), 1));
  CHECK(all_equal(keras["lstm.0.fwd.bias_ih"].subspan(320), 0));
  const ConstMatrix recurrent = keras.matrix("lstm.0.fwd.weight_hh");
  for (const auto& [a, b] : {std::pair{0, 0}, {0, 1}, {7, 159}, {159, 159}, {80, 3}}) {
    double product = 0;
    for (std::size_t r = 0; r < recurrent.rows; ++r)
      product += static_cast<double>(recurrent.row(r)[static_cast<std::size_t>(a)]) *
                 static_cast<double>(recurrent.row(r)[static_cast<std::size_t>(b)]);
    CHECK(std::abs(product - (a == b ? 1 : 0)) < 1e-5);
  }
}

TEST_CASE("CRAM is drawn from normals that are cut off at two deviations", "[train]") {
  const ModelConfig config =
      config_from(R"({"architecture":"cram","n_chans":64,"n_times":400,"n_outputs":2,"attn_units":512})");
  const Weights w = initial_weights(config, 3);
  const Moments m = moments(w["conv.weight"]);
  CHECK(std::abs(m.mean) < 0.002);
  CHECK(std::abs(m.variance / (0.01 * 0.7737) - 1) < 0.02);  // of a normal between -2 and 2
  CHECK(m.lowest >= -0.2F);
  CHECK(m.highest <= 0.2F);
  CHECK(m.highest > 0.199F);
  CHECK(all_equal(w["conv.bias"], 0.1F));
  CHECK(all_equal(w["head.bias"], 0));
  CHECK(all_equal(w["bn.running_var"], 1));
  check_uniform(w["lstm.1.fwd.weight_hh"], 1 / std::sqrt(64.0));
}

}  // namespace init_test
