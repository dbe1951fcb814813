// Ablation of heads and gates, and traces, compared with the equations in plain double arithmetic.
#include "model/ablation.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "model/forward_trace.h"
#include "model/layers/gates.h"
#include "model/model.h"
#include "model/model_file.h"
#include "support/close_to.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "support/scalar_transformer.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::largest_difference;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::random_values;
using eegate::test::ScalarTransformer;

namespace ablation_test {

namespace {

constexpr std::size_t kChans = 3, kTimes = 13, kHeads = 3;

struct Subject {
  ModelConfig config;
  std::vector<std::byte> bytes;
  Model model;
  explicit Subject(const std::string& fields)
      : config(config_from(
            R"({"architecture":"transformer","n_chans":3,"n_times":13,"n_outputs":2,"n_heads":3,"key_dim":5,"value_dim":4,
                "ffn_dim":12,"standardize":"none","n_blocks":2,"embedding":{"kind":"linear","dim":8})" +
            (fields.empty() ? "" : "," + fields) + "}")),
        bytes(model_bytes(config, metadata_for(config))),
        model(*Model::load(bytes)) {}
  std::vector<float> logits(const std::vector<float>& x, const Ablation& ablation) {
    std::vector<float> out(config.n_outputs);
    const auto done = model.predict(view(x), {out.data(), 1, out.size()}, &ablation);
    INFO((done.ok() ? std::string() : describe(done.error())));
    REQUIRE(done.ok());
    return out;
  }
  ForwardTrace trace(const std::vector<float>& x, const Ablation* ablation = nullptr,
                     std::optional<std::size_t> query = {}) {
    ForwardTrace trace{.records_attention = true, .records_steps = true, .query = query};
    std::vector<float> out(config.n_outputs);
    REQUIRE(model.trace(view(x), {out.data(), 1, out.size()}, trace, ablation).ok());
    return trace;
  }
  ConstTensor3 view(const std::vector<float>& x) const {
    return {x.data(), 1, config.n_chans, x.size() / config.n_chans};
  }
};

std::vector<std::string> kinds() {
  std::vector<std::string> all = {R"("block":"post_ln")", R"("block":"pre_ln")"};
  for (const std::string_view gate : kGates.names)
    all.push_back(R"("block":"gated","gate":")" + std::string(gate) + "\"");
  return all;
}

std::vector<Ablation> ablations(bool gated) {
  using A = Ablation;
  using B = BlockAblation;
  std::vector<Ablation> all = {
      A{},
      A{{B{.silent = {true}}}},
      A{{B{}, B{.silent = {false, true, true}}}},
      A{{B{.silent = {true, true, true}}, B{.silent = {false, false, true}}}},
      A{{B{.attention = Forced::kClosed}}},
      A{{B{}, B{.feed_forward = Forced::kClosed}}},
      A{{B{.attention = Forced::kClosed, .feed_forward = Forced::kClosed}, B{.silent = {false, true}}}},
  };
  if (!gated) return all;
  all.push_back({{B{.attention = Forced::kOpen}}});
  all.push_back({{B{.feed_forward = Forced::kOpen}, B{.attention = Forced::kOpen}}});
  all.push_back({{B{.silent = {true}, .attention = Forced::kOpen, .feed_forward = Forced::kClosed}}});
  all.push_back({{B{.attention = Forced::kOpen, .attention_weight = 0.3}}});
  all.push_back({{B{}, B{.feed_forward = Forced::kOpen, .feed_forward_weight = 0}}});
  all.push_back({{B{.attention = Forced::kOpen, .feed_forward = Forced::kOpen, .feed_forward_weight = 0.85}}});
  return all;
}

// out[i] = the engine's matrix product of a weight with a row, in double.
std::vector<double> sums(std::span<const float> weight, std::span<const float> bias, std::span<const float> x) {
  std::vector<double> out(bias.begin(), bias.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j)
      out[i] += static_cast<double>(weight[i * x.size() + j]) * static_cast<double>(x[j]);
  }
  return out;
}

}  // namespace

TEST_CASE("ablated logits equal an independent recomputation", "[model][ablation]") {
  const std::vector<float> x = random_values(kChans * kTimes, "x");
  for (const std::string& kind : kinds()) {
    CAPTURE(kind);
    Subject subject(kind);
    const auto file = read_model_file(subject.bytes);
    REQUIRE(file.ok());
    const ScalarTransformer scalar(subject.config, file->weights);
    const std::vector<Ablation> all = ablations(kind.find("gated") != std::string::npos);
    const std::vector<float> whole = subject.logits(x, all[0]);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CAPTURE(i);
      const std::vector<float> got = subject.logits(x, all[i]);
      CHECK(largest_difference(got, scalar.logits(x, all[i])) < 1e-5);
      // Every ablation of the list changes the result.
      if (i > 0) CHECK(got != whole);
    }
  }
}

TEST_CASE("a pass that keeps its steps gives the logits of one that does not", "[model][ablation]") {
  const std::vector<float> x = random_values(kChans * kTimes, "x");
  for (const std::string& kind : kinds()) {
    for (const char* more : {"", R"(,"relu_before_gate":true)", R"(,"norm":"batch")", R"(,"cls":true,"pool":"cls")",
                             R"(,"position":{"kind":"rel_shaw","max_distance":4})"}) {
      CAPTURE(kind, more);
      Subject subject(kind + more);
      std::vector<float> plain(2), traced(2);
      ForwardTrace steps{.records_steps = true}, coarse;
      REQUIRE(subject.model.trace(subject.view(x), {plain.data(), 1, 2}, coarse).ok());
      REQUIRE(subject.model.trace(subject.view(x), {traced.data(), 1, 2}, steps).ok());
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(std::abs(plain[i] - traced[i]) < 1e-6F * std::max(1.0F, std::abs(plain[i])));
      REQUIRE(steps.steps.size() == 2);
      REQUIRE(steps.attention == coarse.attention);
      for (const BlockTrace& block : steps.steps)
        CHECK(block.attention_map == steps.attention[&block - steps.steps.data()]);
    }
  }
}

TEST_CASE("the steps of a block follow from each other", "[model][ablation]") {
  const std::vector<float> x = random_values(kChans * kTimes, "x");
  for (const std::string_view gate : kGates.names) {
    CAPTURE(gate);
    Subject subject(R"("block":"gated","gate":")" + std::string(gate) + "\"");
    const ForwardTrace trace = subject.trace(x, nullptr, 5);
    const BlockTrace& block = trace.steps[1];
    const std::vector<float>& in = trace.blocks[0];
    const std::string name(gate);
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double u = in[i], y = block.attention_output[i], s = block.gate1[i];
      const double c = block.gate1_candidate.empty() ? 0 : block.gate1_candidate[i];
      CHECK(std::abs(block.middle[i] - ScalarTransformer::combined(name, u, y, s, c)) < 1e-5);
    }
    // The score of a key computed by hand, and the requested row of the attention.
    REQUIRE(block.attention_row.size() == kHeads * kTimes);
    for (std::size_t h = 0; h < kHeads; ++h) {
      std::vector<double> weights;
      for (std::size_t j = 0; j < kTimes; ++j) {
        double score = 0;
        for (std::size_t e = 0; e < 5; ++e)
          score += static_cast<double>(block.queries[5 * 15 + h * 5 + e]) * block.keys[j * 15 + h * 5 + e];
        weights.push_back(std::exp(score / std::sqrt(5.0)));
      }
      const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
      for (std::size_t j = 0; j < kTimes; ++j) {
        CHECK(std::abs(block.attention_row[h * kTimes + j] - weights[j] / sum) < 1e-5);
        CHECK(block.attention_row[h * kTimes + j] == trace.attention[1][(h * kTimes + 5) * kTimes + j]);
      }
    }
    const auto row = [](const std::vector<float>& all, std::size_t i, std::size_t width) {
      return std::span<const float>(all).subspan(i * width, width);
    };
    const Model& model = subject.model;
    const auto weight = [&](const char* of) { return model.weight("blocks.1." + std::string(of)); };
    const auto output = sums(weight("attn.o.weight"), weight("attn.o.bias"), row(block.heads, 4, 12));
    CHECK(largest_difference(row(block.attention_output, 4, 8), output) < 1e-5);
    const auto fed = sums(weight("ffn.1.weight"), weight("ffn.1.bias"), row(block.ffn_hidden, 4, 12));
    CHECK(largest_difference(row(block.ffn_output, 4, 8), fed) < 1e-5);
    CHECK(largest_difference(trace.tokens, [&] {
            std::vector<double> sum(trace.embedded.begin(), trace.embedded.end());
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += trace.positions[i];
            return sum;
          }()) < 1e-6);
  }
}

TEST_CASE("long attention is summed up to stretches, and nothing of it is lost", "[model][ablation]") {
  const std::size_t n = 301;
  const std::vector<float> x = random_values(kChans * n, "x");
  for (const char* attention :
       {R"("kind":"full")", R"("kind":"full","causal":true)", R"("kind":"window","window":16)"}) {
    CAPTURE(attention);
    Subject subject(R"("attention":{)" + std::string(attention) + "}");
    ForwardTrace trace{.records_steps = true, .max_map_size = 20, .query = 250};
    std::vector<float> logits(2);
    REQUIRE(subject.model.trace(subject.view(x), {logits.data(), 1, 2}, trace).ok());
    for (std::size_t b = 0; b < 2; ++b) {
      const BlockTrace& block = trace.steps[b];
      REQUIRE(block.n_map == 20);
      std::vector<double> want(kHeads * 20 * 20), members(20);
      for (std::size_t i = 0; i < n; ++i) members[i * 20 / n] += 1;
      for (std::size_t h = 0; h < kHeads; ++h) {
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j)
            want[(h * 20 + i * 20 / n) * 20 + j * 20 / n] +=
                trace.attention[b][(h * n + i) * n + j] / members[i * 20 / n];
        }
      }
      CHECK(largest_difference(block.attention_map, want) < 1e-5);
      for (std::size_t row = 0; row < kHeads * 20; ++row) {
        const auto first = block.attention_map.begin() + static_cast<std::ptrdiff_t>(row * 20);
        CHECK(std::abs(std::accumulate(first, first + 20, 0.0) - 1) < 1e-4);
      }
      for (std::size_t j = 0; j < n; ++j)
        CHECK(std::abs(block.attention_row[2 * n + j] - trace.attention[b][(2 * n + 250) * n + j]) < 1e-6F);
    }
  }
}

TEST_CASE("parts that a model does not have cannot be switched off", "[model][ablation]") {
  const std::vector<float> x = random_values(kChans * kTimes, "x");
  Subject gated(R"("block":"gated")"), standard(R"("block":"pre_ln")");
  std::vector<float> out(2);
  const auto code = [&](Subject& subject, const Ablation& ablation) {
    const auto done = subject.model.predict(subject.view(x), {out.data(), 1, 2}, &ablation);
    return done.ok() ? std::string() : std::string(done.error().code);
  };
  const BlockAblation fourth{.silent = {false, false, false, true}}, open{.attention = Forced::kOpen};
  CHECK(code(gated, {{fourth}}) == "ABLATE_PART");
  CHECK(code(gated, {{{}, {}, {}}}) == "ABLATE_PART");
  CHECK(code(gated, {{open}}).empty());
  CHECK(code(standard, {{open}}) == "ABLATE_PART");
  const ModelConfig config = config_from(R"({"architecture":"eegnet","n_chans":3,"n_times":64,"n_outputs":2})");
  Model other = *Model::load(model_bytes(config, metadata_for(config)));
  const std::vector<float> longer = random_values(kChans * 64, "x");
  const Ablation nothing;
  const auto done = other.predict({longer.data(), 1, 3, 64}, {out.data(), 1, 2}, &nothing);
  REQUIRE_FALSE(done.ok());
  CHECK(done.error().code == "ABLATE_MODEL");
}

TEST_CASE("a chain of layers tells what each of them gave", "[model][ablation]") {
  for (const char* architecture : {"eegnet", "bilstm_attn", "cnn"}) {
    CAPTURE(architecture);
    const ModelConfig config = config_from(R"({"architecture":")" + std::string(architecture) +
                                           R"(","n_chans":3,"n_times":128,"n_outputs":2})");
    Model model = *Model::load(model_bytes(config, metadata_for(config)));
    const std::vector<float> x = random_values(kChans * 128, "x");
    std::vector<float> logits(2), traced(2);
    ForwardTrace trace{.records_steps = true};
    REQUIRE(model.predict({x.data(), 1, 3, 128}, {logits.data(), 1, 2}).ok());
    REQUIRE(model.trace({x.data(), 1, 3, 128}, {traced.data(), 1, 2}, trace).ok());
    CHECK(traced == logits);
    REQUIRE(trace.layers.size() > 3);
    CHECK(trace.layers.back().values == logits);
    for (const LayerTrace& layer : trace.layers) {
      CHECK_FALSE(layer.name.empty());
      CHECK(layer.values.size() == layer.shape[0] * layer.shape[1] * layer.shape[2] * layer.shape[3]);
    }
  }
}

}  // namespace ablation_test
