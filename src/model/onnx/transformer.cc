// The transformer family as ONNX, every option of it.
#include <cmath>
#include <numbers>
#include <numeric>

#include "model/layers/gates.h"
#include "model/onnx/attention.h"
#include "model/onnx/layers.h"
#include "model/onnx/tokens.h"
#include "model/transformer_network.h"

namespace eegate::onnx {
namespace {

Value norm(GraphBuilder& g, const Value& x, const TransformerConfig& t, const std::string& prefix) {
  const std::size_t width = t.embedding.dim;
  const double epsilon = static_cast<double>(t.norm_eps);
  if (!t.batch_norm) return layer_norm(g, x, prefix, epsilon, width, t.norm_affine);
  // Features are in the last axis, where BatchNormalization does not look: one product and one sum for each of them.
  const auto mean = g.values(prefix + ".running_mean"), variance = g.values(prefix + ".running_var");
  std::vector<float> scale(width), shift(width);
  for (std::size_t i = 0; i < width; ++i) {
    const double weight = t.norm_affine ? static_cast<double>(g.values(prefix + ".weight")[i]) : 1.0;
    const double bias = t.norm_affine ? static_cast<double>(g.values(prefix + ".bias")[i]) : 0.0;
    const double factor = weight / std::sqrt(static_cast<double>(variance[i]) + epsilon);
    scale[i] = static_cast<float>(factor);
    shift[i] = static_cast<float>(bias - static_cast<double>(mean[i]) * factor);
  }
  const Value scaled = g.add("Mul", {x, g.constant(prefix + ".scale", scale, {extent(width)})});
  return g.add("Add", {scaled, g.constant(prefix + ".shift", shift, {extent(width)})});
}

Value activation(GraphBuilder& g, const Value& x, FfnActivation kind) {
  const auto gelu = [&](const Value& inner) {
    const Value half = g.add("Mul", {x, g.scalar(0.5)});
    return g.add("Mul", {half, g.add("Add", {inner, g.scalar(1)})});
  };
  switch (kind) {
    case FfnActivation::kRelu:
      return g.add("Relu", {x});
    case FfnActivation::kGelu:
      return gelu(g.add("Erf", {g.add("Mul", {x, g.scalar(1 / std::numbers::sqrt2)})}));
    case FfnActivation::kGeluTanh: {
      const Value cube = g.add("Mul", {g.add("Mul", {x, x}), x});
      const Value sum = g.add("Add", {x, g.add("Mul", {cube, g.scalar(0.044715)})});
      return gelu(g.add("Tanh", {g.add("Mul", {sum, g.scalar(std::sqrt(2 / std::numbers::pi))})}));
    }
  }
  stop_at_our_mistake();
}

// How x and the sub-layer's output y become one.
Value gate(GraphBuilder& g, const Value& x, const Value& y, const TransformerConfig& t, const std::string& prefix) {
  g.set_place(prefix);
  return t.gate->to_onnx({g, x, y, prefix, t.gate_bias_plus});
}

// One stage: blocks of one width.
struct Stage {
  TransformerConfig config;
  std::size_t n_blocks;
  Ints positions;
};

class Encoder {
 public:
  explicit Encoder(GraphBuilder& g) : g_(g) {}

  Value block(const Value& x, std::size_t index, std::size_t index_in_stage, const Stage& stage) const {
    const std::string prefix = "blocks." + std::to_string(index);
    const TransformerConfig& t = stage.config;
    const auto attend = [&](const Value& v) {
      return attention(g_, v, prefix + ".attn", t, plan(index_in_stage, stage));
    };
    const auto feed = [&](const Value& v) {
      g_.set_place(prefix + ".ffn");
      const Value hidden = activation(g_, linear(g_, v, prefix + ".ffn.0"), t.activation);
      return linear(g_, hidden, prefix + ".ffn.1");
    };
    const auto normed = [&](const Value& v, const char* name) {
      g_.set_place(prefix);
      return norm(g_, v, t, prefix + name);
    };
    const auto sum = [&](const Value& a, const Value& b) { return g_.add("Add", {a, b}); };
    const auto gated = [&](const Value& a, const Value& b, const char* name) {
      return gate(g_, a, t.relu_before_gate ? g_.add("Relu", {b}) : b, t, prefix + name);
    };
    switch (t.block) {
      case BlockKind::kPostLn: {
        const Value a = attend(x);
        const Value y = normed(t.attn_residual ? sum(x, a) : a, ".norm1");
        return normed(sum(y, feed(y)), ".norm2");
      }
      case BlockKind::kPreLn: {
        const Value y = sum(x, attend(normed(x, ".norm1")));
        return sum(y, feed(normed(y, ".norm2")));
      }
      case BlockKind::kGated: {
        const Value y = gated(x, attend(normed(x, ".norm1")), ".gate1");
        return gated(y, feed(normed(y, ".norm2")), ".gate2");
      }
    }
    stop_at_our_mistake();
  }

  // Neighbours become one token of double width; a missing last partner is zero.
  Value merge(Value x, std::size_t index, const Stage& stage) const {
    const std::string prefix = "merge." + std::to_string(index);
    g_.set_place(prefix);
    const std::size_t n = stage.positions.size(), width = 2 * stage.config.embedding.dim;
    if (n % 2 == 1) x = g_.add("Pad", {x, g_.integers({0, 0, 0, 0, 1, 0})});
    x = g_.reshape(x, {0, extent((n + 1) / 2), extent(width)});
    return times(g_, layer_norm(g_, x, prefix + ".norm", static_cast<double>(stage.config.norm_eps), width, true),
                 prefix + ".weight");
  }

  // Shifted windows (Liu et al. 2021): every other block has its windows shifted by half.
  TokenPlan plan(std::size_t index_in_stage, const Stage& stage) const {
    const std::size_t window = stage.config.window;
    TokenPlan plan{.positions = stage.positions, .groups = std::nullopt, .causal = stage.config.causal};
    if (window == 0) return plan;
    const std::size_t shift = stage.config.shift && index_in_stage % 2 == 1 ? window / 2 : 0;
    Ints groups;
    for (std::size_t i = 0; i < stage.positions.size(); ++i)
      groups.push_back(extent((i + (shift == 0 ? 0 : window - shift)) / window));
    plan.groups = std::move(groups);
    return plan;
  }

 private:
  GraphBuilder& g_;
};

std::vector<Stage> stages_of(const TokenSource& source) {
  const TransformerConfig& t = source.config;
  std::vector<Stage> stages;
  Ints positions = token_positions(source);
  for (std::size_t s = 0; s < t.stages.size(); ++s) {
    if (s > 0) {
      positions.resize((positions.size() + 1) / 2);
      std::iota(positions.begin(), positions.end(), 0);
    }
    stages.push_back({.config = t.at_stage(s), .n_blocks = t.stages[s], .positions = positions});
  }
  return stages;
}

// [B, N, E] -> [B, E] or, flattened, [B, N * E]; only `cls` looks at the class token.
Value pooled(GraphBuilder& g, Value z, const TransformerConfig& t, std::size_t n_tokens) {
  g.set_place("pool");
  if (t.pool == PoolKind::kCls) return g.gather(z, g.integer(0), 1);
  if (t.cls) z = g.slice(z, 1, 1, extent(n_tokens));
  switch (t.pool) {
    case PoolKind::kFlatten:
      return g.reshape(z, {0, -1});
    case PoolKind::kAttention:
      return context_attention(g, z, "pool", "v");
    case PoolKind::kMean:
      return g.add("ReduceMean", {z}, {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
    case PoolKind::kCls:
      break;  // above
  }
  stop_at_our_mistake();
}

}  // namespace
}  // namespace eegate::onnx

namespace eegate {

onnx::Value TransformerNetwork::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const {
  const onnx::TokenSource source = {config_, n_times, trained_n_times_};
  const std::vector<onnx::Stage> stages = onnx::stages_of(source);
  const onnx::Encoder encoder(g);
  onnx::Value z = onnx::tokens(g, x, source);
  std::size_t block = 0;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (std::size_t i = 0; i < stages[s].n_blocks; ++i) z = encoder.block(z, block++, i, stages[s]);
    if (s + 1 < stages.size()) z = encoder.merge(z, s, stages[s]);
  }
  g.set_place("head");
  if (config_.final_norm) z = onnx::norm(g, z, stages.back().config, "final_norm");
  z = onnx::pooled(g, z, config_, stages.back().positions.size());
  g.set_place("head");
  return onnx::linear(g, z, "head");
}

}  // namespace eegate
