#include "model/onnx/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/layers/relative_positions.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

// index of the key - index of the query, [N, N]
Value distances(GraphBuilder& g, const Ints& positions) {
  const std::int64_t n = extent(positions.size());
  return g.add("Sub", {g.integers(positions, {1, n}), g.integers(positions, {n, 1})});
}

// [B, N, m * n] -> [B, m, N, n]
Value split_heads(GraphBuilder& g, const Value& x, std::size_t n_heads, std::size_t width) {
  return g.transpose(g.reshape(x, {0, 0, extent(n_heads), extent(width)}), {0, 2, 1, 3});
}

// Rows of the tables of rel_shaw for every pair, [B, m, N, N] as `like`.
Value shaw_rows(GraphBuilder& g, const RelativeConfig& relative, const TokenPlan& tokens, const Value& like) {
  const std::int64_t furthest = extent(relative.max_distance);
  const Value clipped = g.add("Clip", {distances(g, tokens.positions), g.integer(-furthest), g.integer(furthest)});
  return g.add("Expand", {g.add("Add", {clipped, g.integer(furthest)}), g.add("Shape", {like})});
}

// [m, N, N]
Value position_bias(GraphBuilder& g, const std::string& table, const RelativeConfig& relative,
                    const TokenPlan& tokens) {
  const std::int64_t furthest = *std::max_element(tokens.positions.begin(), tokens.positions.end());
  Ints buckets;
  for (std::int64_t distance = -furthest; distance <= furthest; ++distance)
    buckets.push_back(extent(relative.beta) + distance_bucket(distance, relative));
  const Value places = g.add("Add", {distances(g, tokens.positions), g.integer(furthest)});
  const Value columns = g.gather(g.integers(buckets), places, 0);
  return g.gather(g.weight(table), columns, 1);
}

// Scores of pairs that do not see each other become minus infinity.
Value masked(GraphBuilder& g, const Value& scores, const TokenPlan& tokens) {
  const std::int64_t n = extent(tokens.positions.size());
  Value seen;
  if (tokens.groups) seen = g.add("Equal", {g.integers(*tokens.groups, {1, n}), g.integers(*tokens.groups, {n, 1})});
  if (tokens.causal) {
    Ints order(tokens.positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = extent(i);
    const Value earlier = g.add("LessOrEqual", {g.integers(order, {1, n}), g.integers(order, {n, 1})});
    seen = seen.empty() ? earlier : g.add("And", {seen, earlier});
  }
  if (seen.empty()) return scores;
  const float never = -std::numeric_limits<float>::infinity();
  return g.add("Where", {seen, scores, g.constant("never", {&never, 1}, {})});
}

// [B, m, N, N] shares -> their sums for each row of the table, times the table: [B, m, N, d].
Value shaw_values(GraphBuilder& g, const Value& shares, const Value& rows, const Value& query_table,
                  const std::string& table) {
  const Value zeros = g.add("ConstantOfShape", {g.add("Shape", {query_table})});
  const Value sums =
      g.add("ScatterElements", {zeros, rows, shares}, {{"axis", std::int64_t{3}}, {"reduction", std::string("add")}});
  return g.add("MatMul", {sums, g.weight(table)});
}

}  // namespace

Value attention(GraphBuilder& g, const Value& x, const std::string& prefix, const TransformerConfig& t,
                const TokenPlan& tokens) {
  g.set_place(prefix);
  const Value q = split_heads(g, linear(g, x, prefix + ".q"), t.n_heads, t.key_dim);
  const Value k = split_heads(g, linear(g, x, prefix + ".k"), t.n_heads, t.key_dim);
  const Value v = split_heads(g, linear(g, x, prefix + ".v"), t.n_heads, t.value_dim);
  Value scores = g.add("MatMul", {q, g.transpose(k, {0, 1, 3, 2})});
  Value rows, by_row;
  if (t.position == PositionKind::kRelShaw) {
    by_row = times(g, q, prefix + ".rel.k");  // [B, m, N, 2R + 1]
    rows = shaw_rows(g, t.relative, tokens, scores);
    scores = g.add("Add", {scores, g.add("GatherElements", {by_row, rows}, {{"axis", std::int64_t{3}}})});
  }
  scores = g.add("Mul", {scores, g.scalar(1 / std::sqrt(static_cast<double>(t.key_dim)))});
  if (t.position == PositionKind::kRelBias)
    scores = g.add("Add", {scores, position_bias(g, prefix + ".rel.bias", t.relative, tokens)});
  const Value shares = g.add("Softmax", {masked(g, scores, tokens)}, {{"axis", std::int64_t{-1}}});
  Value heads = g.add("MatMul", {shares, v});
  if (!rows.empty() && t.relative.values)
    heads = g.add("Add", {heads, shaw_values(g, shares, rows, by_row, prefix + ".rel.v")});
  const Value joined = g.reshape(g.transpose(heads, {0, 2, 1, 3}), {0, 0, extent(t.n_heads * t.value_dim)});
  return linear(g, joined, prefix + ".o");
}

}  // namespace eegate::onnx
