// Which inputs an output depends on, with windows, shifts, masks and batch statistics.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/layers/merge.h"
#include "model/model.h"
#include "model/network.h"
#include "model/resize.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::random_values;

namespace variants_test {

namespace {

constexpr std::size_t kChans = 3;

ModelConfig config_of(std::size_t n_times, const std::string& fields) {
  return config_from(
      R"({"architecture":"transformer","n_chans":3,"n_outputs":2,"n_heads":2,"ffn_dim":12,"standardize":"none",
                         "embedding":{"kind":"linear","dim":8},"n_times":)" +
      std::to_string(n_times) + "," + fields + "}");
}

Model load(const ModelConfig& config) {
  auto model = Model::load(model_bytes(config, metadata_for(config)));
  INFO((model.ok() ? std::string() : describe(model.error())));
  REQUIRE(model.ok());
  return std::move(model).value();
}

// Output of the last block, [N, E] of the last stage.
std::vector<float> encoded(Model& model, const std::vector<float>& x) {
  std::vector<float> logits(model.config().n_outputs);
  ForwardTrace trace;
  const std::size_t n_times = x.size() / kChans;
  REQUIRE(model.trace({x.data(), 1, kChans, n_times}, {logits.data(), 1, logits.size()}, trace).ok());
  return trace.blocks.back();
}

// Which tokens of the last block change when sample `changed` does.
std::vector<bool> reached(Model& model, std::size_t n_times, std::size_t changed, std::size_t width) {
  std::vector<float> x = random_values(kChans * n_times, "x");
  const std::vector<float> before = encoded(model, x);
  for (std::size_t c = 0; c < kChans; ++c) x[c * n_times + changed] += 1;
  const std::vector<float> after = encoded(model, x);
  std::vector<bool> tokens(before.size() / width, false);
  for (std::size_t i = 0; i < before.size(); ++i) tokens[i / width] = tokens[i / width] || before[i] != after[i];
  return tokens;
}

std::string window(std::size_t m, bool shift, const std::string& stages = "[2]") {
  return R"("n_blocks":)" + std::string(stages == "[2]" ? "2" : "3") +
         R"(,"position":{"kind":"rel_bias","alpha":3,"beta":3},"attention":{"kind":"window","window":)" +
         std::to_string(m) + R"(,"shift":)" + (shift ? "true" : "false") + R"(,"stages":)" + stages + "}";
}

}  // namespace

TEST_CASE("windows keep information inside their borders; shifted ones carry it across", "[model]") {
  const std::size_t n = 23, m = 4;
  Model still = load(config_of(n, window(m, false))), shifted = load(config_of(n, window(m, true)));
  for (std::size_t changed = 0; changed < n; ++changed) {
    CAPTURE(changed);
    const std::vector<bool> inside = reached(still, n, changed, 8), across = reached(shifted, n, changed, 8);
    for (std::size_t i = 0; i < n; ++i) {
      CAPTURE(i);
      CHECK(inside[i] == (i / m == changed / m));
      // Block 0 spreads a change over its window, block 1 over the shifted windows of those tokens.
      bool seen = false;
      for (std::size_t via = changed / m * m; via < std::min(n, (changed / m + 1) * m); ++via)
        seen = seen || (via + m / 2) / m == (i + m / 2) / m;
      CHECK(across[i] == seen);
    }
  }
}

TEST_CASE("merged tokens depend on both halves, an odd last one on what there is", "[model]") {
  Model model = load(config_of(7, window(2, false, "[2,1]")));
  const std::vector<bool> last = reached(model, 7, 6, 16);
  // Tokens 0 1 | 2 3 | 4 5 | 6 become four, in windows 0 1 | 2 3.
  CHECK(last == std::vector<bool>{false, false, true, true});
  CHECK(reached(model, 7, 1, 16) == std::vector<bool>{true, true, false, false});
}

TEST_CASE("an odd last token is merged with zeros", "[model]") {
  TensorList list;
  Merge::list_tensors(list, "merge", 4);
  Weights weights(list.take());
  for (std::size_t i = 0; i < weights.specs().size(); ++i)
    std::ranges::copy(random_values(weights.values(i).size(), weights.specs()[i].name), weights.values(i).begin());
  const Merge merge(weights, "merge", 1e-5F);
  const auto merged = [&](const std::vector<float>& x, std::size_t n_tokens) {
    Arena arena;
    std::vector<float> out(2 * 2 * 8);
    merge.forward({out.data(), 2, 2, 8}, {x.data(), 2, n_tokens, 4}, {.arena = arena, .n_trials = 2});
    return out;
  };
  std::vector<float> even = random_values(2 * 4 * 4, "x"), odd;
  for (const std::size_t trial : {0u, 1u}) {
    std::fill_n(even.begin() + static_cast<std::ptrdiff_t>(trial * 16 + 12), 4, 0.0F);
    odd.insert(odd.end(), even.begin() + static_cast<std::ptrdiff_t>(trial * 16),
               even.begin() + static_cast<std::ptrdiff_t>(trial * 16 + 12));
  }
  CHECK(merged(odd, 3) == merged(even, 4));
}

TEST_CASE("with a causal mask later samples change nothing before them", "[model]") {
  const char* positions[] = {R"("position":{"kind":"sin_interleaved"})",
                             R"("position":{"kind":"rel_shaw","max_distance":3,"values":true})",
                             R"("position":{"kind":"rel_bias"})"};
  for (const char* position : positions) {
    for (const char* attention :
         {R"({"kind":"full","causal":true})", R"({"kind":"window","window":6,"causal":true})"}) {
      CAPTURE(position, attention);
      Model model = load(config_of(17, std::string(position) + R"(,"attention":)" + attention));
      for (const std::size_t changed : {0u, 8u, 16u}) {
        const std::vector<bool> tokens = reached(model, 17, changed, 8);
        for (std::size_t i = 0; i < changed; ++i) CHECK_FALSE(tokens[i]);
        CHECK(tokens[changed]);
      }
    }
  }
}

TEST_CASE("with relative positions and windows a signal that moves by whole windows moves its tokens, bit for bit",
          "[model]") {
  for (const char* position : {R"("position":{"kind":"rel_shaw","max_distance":2,"values":true})",
                               R"("position":{"kind":"rel_bias","alpha":1,"beta":2,"gamma":4})"}) {
    CAPTURE(position);
    const std::size_t n = 60, width = 8, moved = 10;
    Model model = load(config_of(n, std::string(position) + R"(,"attention":{"kind":"window","window":5})"));
    const std::vector<float> content = random_values(kChans * 6, "content");
    const auto padded = [&](std::size_t first) {
      std::vector<float> x(kChans * n, 0.0F);
      for (std::size_t i = 0; i < content.size(); ++i) x[i / 6 * n + first + i % 6] = content[i];
      return encoded(model, x);
    };
    const std::vector<float> a = padded(21), b = padded(21 + moved);
    for (std::size_t i = 10 * width; i < 40 * width; ++i) CHECK(a[i] == b[i + moved * width]);
    CHECK(a != b);
  }
}

TEST_CASE("a trial's logits depend on its batch mates in training with batch norm, and never in inference", "[model]") {
  const ModelConfig config = config_of(9, R"("norm":"batch","block":"pre_ln")");
  const Weights weights = initial_weights(config, 3);
  auto network = find_architecture("transformer")->make(config, weights);
  REQUIRE(network.ok());
  std::vector<float> x = random_values(3 * kChans * 9, "x");
  const auto first_logits = [&](bool batch_statistics) {
    Arena arena;
    Tape tape;
    std::vector<float> logits(3 * 2);
    ForwardContext context{.arena = arena, .tape = &tape, .batch_statistics = batch_statistics};
    (*network)->forward({x.data(), 3, kChans, 9}, {logits.data(), 3, 2}, context);
    return std::vector<float>(logits.begin(), logits.begin() + 2);
  };
  const std::vector<float> training = first_logits(true), inference = first_logits(false);
  for (std::size_t i = kChans * 9; i < x.size(); ++i) x[i] = -2 * x[i];
  CHECK(first_logits(true) != training);
  CHECK(first_logits(false) == inference);
}

TEST_CASE("window models take longer windows, those with a flatten head refuse", "[model]") {
  Model model = load(config_of(20, window(4, true, "[2,1]")));
  std::vector<float> logits(2);
  const std::vector<float> x = random_values(kChans * 33, "x");
  CHECK(model.predict({x.data(), 1, kChans, 33}, {logits.data(), 1, 2}).ok());
  Model tied = load(config_of(20, window(4, true, "[2,1]") + R"(,"pool":"flatten")"));
  for (const std::size_t n_times : {std::size_t{33}, std::size_t{19}}) {
    const auto refused = tied.check_n_times(n_times);
    CHECK(refused.error().code == "MODEL_TIMES");
    CHECK(refused.error().expected == "20 samples");
    CHECK(refused.error().hint == "Cut the recording into sliding windows of 20 samples.");
  }
  CHECK(tied.check_n_times(20).ok());
}

TEST_CASE("positions resized to their own number are the same bits", "[model]") {
  const ModelConfig config = config_of(20, R"("position":{"kind":"learned","max_len":25},"cls":true)");
  const Weights weights = initial_weights(config, 1);
  const auto same = resized(config, weights, 20), there = resized(config, weights, 31);
  REQUIRE(same.ok());
  REQUIRE(there.ok());
  CHECK(std::ranges::equal(same->weights.flat(), weights.flat()));
  CHECK(there->weights.matrix("pos.weight").rows == 32);
  CHECK(std::ranges::equal(there->weights.matrix("pos.weight").row(0), weights.matrix("pos.weight").row(0)));
  const auto flat =
      resized(config_of(20, R"("pool":"flatten")"), initial_weights(config_of(20, R"("pool":"flatten")"), 1), 31);
  REQUIRE_FALSE(flat.ok());
  CHECK(flat.error().code == "MODEL_TIMES");
}

TEST_CASE("stages that would double the width beyond reason are refused, not built", "[model]") {
  std::string stages = "[1";
  for (int i = 1; i < 64; ++i) stages += ",1";
  const auto document = JsonDocument::parse(
      R"({"architecture":"transformer","n_chans":3,"n_times":8,"n_outputs":2,"n_blocks":64,"attention":{"kind":"window","stages":)" +
      stages + "]}}");
  REQUIRE(document.ok());
  const auto config = read_config(document->root());
  REQUIRE_FALSE(config.ok());
  CHECK(config.error().code == "MODEL_TOO_LARGE");
}

TEST_CASE("attention that goes head by head has the bits of all heads at once", "[model]") {
#ifdef EEGATE_XNNPACK
  SKIP("parts of a product run on our own kernel, wholes on XNNPACK, which sums in another order");
#endif
  Model model = load(config_from(
      R"({"architecture":"transformer","n_chans":32,"n_times":150,"n_outputs":2,"embedding":{"kind":"identity"},
          "n_blocks":1,"block":"post_ln","n_heads":8,"key_dim":192,"ffn_dim":64,"standardize":"none","pool":"flatten"})"));
  const std::vector<float> x = random_values(32 * 150, "x");
  std::vector<float> by_heads(2), at_once(2);
  ForwardTrace trace;
  REQUIRE(model.predict({x.data(), 1, 32, 150}, {by_heads.data(), 1, 2}).ok());
  REQUIRE(model.trace({x.data(), 1, 32, 150}, {at_once.data(), 1, 2}, trace).ok());  // keeps all probabilities
  CHECK(by_heads == at_once);
}

}  // namespace variants_test
