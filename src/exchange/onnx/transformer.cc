// The transformer family as ONNX, every option of it.
#include <cmath>
#include <numbers>
#include <numeric>

#include "exchange/onnx/architectures.h"
#include "exchange/onnx/attention.h"
#include "exchange/onnx/tokens.h"
#include "model/layers/gates.h"
#include "model/onnx/layers.h"
#include "model/transformer_config.h"

namespace eegate::onnx {
namespace {

Value norm(GraphBuilder& g, const Value& x, const ConfigNode& f, const std::string& prefix, std::size_t width) {
  if (!f.option("norm", kBatchNorm))
    return layer_norm(g, x, prefix, f.number("norm_eps"), width, f.flag("norm_affine"));
  // Features are in the last axis, where BatchNormalization does not look: one product and one sum for each of them.
  const auto mean = g.values(prefix + ".running_mean"), variance = g.values(prefix + ".running_var");
  std::vector<float> scale(width), shift(width);
  for (std::size_t i = 0; i < width; ++i) {
    const bool affine = f.flag("norm_affine");
    const double weight = affine ? static_cast<double>(g.values(prefix + ".weight")[i]) : 1.0;
    const double bias = affine ? static_cast<double>(g.values(prefix + ".bias")[i]) : 0.0;
    const double factor = weight / std::sqrt(static_cast<double>(variance[i]) + f.number("norm_eps"));
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
Value gate(GraphBuilder& g, const Value& x, const Value& y, const ConfigNode& f, const std::string& prefix) {
  g.set_place(prefix);
  return f.option("gate", kGates)->to_onnx({g, x, y, prefix, f.option("gate_bias_sign", kGateBiasPlus)});
}

// One stage: blocks of one width.
struct Stage {
  std::size_t width, n_blocks;
  AttentionSizes attention;
  Ints positions;
};

class Encoder {
 public:
  Encoder(GraphBuilder& g, const ConfigNode& f) : g_(g), f_(f) {}

  Value block(const Value& x, std::size_t index, std::size_t index_in_stage, const Stage& stage) const {
    const std::string prefix = "blocks." + std::to_string(index);
    const auto attend = [&](const Value& v) {
      return attention(g_, v, prefix + ".attn", f_.node("position"), stage.attention, plan(index_in_stage, stage));
    };
    const auto feed = [&](const Value& v) {
      g_.set_place(prefix + ".ffn");
      const Value hidden = activation(g_, linear(g_, v, prefix + ".ffn.0"), f_.option("activation", kFfnActivations));
      return linear(g_, hidden, prefix + ".ffn.1");
    };
    const auto normed = [&](const Value& v, const char* name) {
      g_.set_place(prefix);
      return norm(g_, v, f_, prefix + name, stage.width);
    };
    const auto sum = [&](const Value& a, const Value& b) { return g_.add("Add", {a, b}); };
    const auto gated = [&](const Value& a, const Value& b, const char* name) {
      return gate(g_, a, f_.flag("relu_before_gate") ? g_.add("Relu", {b}) : b, f_, prefix + name);
    };
    switch (f_.option("block", kBlockKinds)) {
      case BlockKind::kPostLn: {
        const Value a = attend(x);
        const Value y = normed(f_.flag("attn_residual") ? sum(x, a) : a, ".norm1");
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
    const std::size_t n = stage.positions.size(), width = 2 * stage.width;
    if (n % 2 == 1) x = g_.add("Pad", {x, g_.integers({0, 0, 0, 0, 1, 0})});
    x = g_.reshape(x, {0, extent((n + 1) / 2), extent(width)});
    return times(g_, layer_norm(g_, x, prefix + ".norm", f_.number("norm_eps"), width, true), prefix + ".weight");
  }

  // Shifted windows (Liu et al. 2021): every other block has its windows shifted by half.
  TokenPlan plan(std::size_t index_in_stage, const Stage& stage) const {
    const ConfigNode& a = f_.node("attention");
    TokenPlan plan{.positions = stage.positions, .groups = std::nullopt, .causal = a.flag("causal")};
    if (!a.kind_of(kWindowed)) return plan;
    const std::size_t window = a.size("window");
    const std::size_t shift = a.flag("shift") && index_in_stage % 2 == 1 ? window / 2 : 0;
    Ints groups;
    for (std::size_t i = 0; i < stage.positions.size(); ++i)
      groups.push_back(extent((i + (shift == 0 ? 0 : window - shift)) / window));
    plan.groups = std::move(groups);
    return plan;
  }

 private:
  GraphBuilder& g_;
  const ConfigNode& f_;
};

std::vector<Stage> stages_of(const Source& source) {
  const ConfigNode& f = source.config.fields;
  const ConfigNode& a = f.node("attention");
  std::vector<std::int64_t> counts = {extent(f.size("n_blocks"))};
  if (a.kind_of(kWindowed)) counts = a.list("stages");
  std::vector<Stage> stages;
  Ints positions = token_positions(source);
  for (std::size_t s = 0; s < counts.size(); ++s) {
    if (s > 0) {
      positions.resize((positions.size() + 1) / 2);
      std::iota(positions.begin(), positions.end(), 0);
    }
    stages.push_back({.width = f.node("embedding").size("dim") << s,
                      .n_blocks = static_cast<std::size_t>(counts[s]),
                      .attention = {f.size("n_heads") << s, f.size("key_dim"), f.size("value_dim")},
                      .positions = positions});
  }
  return stages;
}

// [B, N, E] -> [B, E] or, flattened, [B, N * E]; only `cls` looks at the class token.
Value pooled(GraphBuilder& g, Value z, const ConfigNode& f, std::size_t n_tokens) {
  g.set_place("pool");
  const PoolKind kind = f.option("pool", kPoolKinds);
  if (kind == PoolKind::kCls) return g.gather(z, g.integer(0), 1);
  if (f.flag("cls")) z = g.slice(z, 1, 1, extent(n_tokens));
  switch (kind) {
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

Value transformer(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const std::vector<Stage> stages = stages_of(source);
  const Encoder encoder(g, f);
  Value z = tokens(g, x, source);
  std::size_t block = 0;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    for (std::size_t i = 0; i < stages[s].n_blocks; ++i) z = encoder.block(z, block++, i, stages[s]);
    if (s + 1 < stages.size()) z = encoder.merge(z, s, stages[s]);
  }
  g.set_place("head");
  if (f.flag("final_norm")) z = norm(g, z, f, "final_norm", stages.back().width);
  z = pooled(g, z, f, stages.back().positions.size());
  g.set_place("head");
  return linear(g, z, "head");
}

}  // namespace eegate::onnx
