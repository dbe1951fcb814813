#include "model/layers/relative_positions.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/portable_math.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

const std::string& name_of(const onnx::GraphBuilder& g, std::ptrdiff_t index) {
  return g.name_of(static_cast<std::size_t>(index));
}

// Position of the key minus position of the query, [N, N].
onnx::Value distances(onnx::GraphBuilder& g, std::span<const std::int32_t> positions) {
  const onnx::Ints indices(positions.begin(), positions.end());
  const std::int64_t n = onnx::extent(positions.size());
  return g.add("Sub", {g.integers(indices, {1, n}), g.integers(indices, {n, 1})});
}

void read(std::vector<float>& into, const Weights& weights, std::ptrdiff_t index) {
  if (index < 0) return;
  const std::span<const float> values = weights.values(static_cast<std::size_t>(index));
  into.assign(values.begin(), values.end());
}

// The largest distance between two tokens of one span.
std::size_t longest_distance(const TokenOrder& order, std::span<const TokenSpan> spans) {
  std::int32_t longest = 0;
  for (const TokenSpan& span : spans) {
    const auto positions = std::span(order.positions).subspan(span.first, span.n);
    const auto [low, high] = std::minmax_element(positions.begin(), positions.end());
    longest = std::max(longest, *high - *low);
  }
  return static_cast<std::size_t>(longest);
}

}  // namespace

std::int64_t distance_bucket(std::int64_t distance, const RelativeConfig& config) {
  const auto alpha = static_cast<std::int64_t>(config.alpha), beta = static_cast<std::int64_t>(config.beta);
  const std::int64_t size = std::abs(distance);
  if (size <= alpha) return distance;
  std::int64_t bucket = beta;
  if (beta > alpha) {
    const double a = static_cast<double>(alpha), steps = static_cast<double>(beta - alpha);
    const double share = portable::log(static_cast<double>(size) / a) / portable::log(config.gamma / a);
    bucket = to_integer_within(std::nearbyint(a + share * steps), alpha, beta);
  }
  return distance < 0 ? -bucket : bucket;
}

void RelativePositions::list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config) {
  const RelativeConfig& r = config.relative;
  const std::size_t heads = config.n_heads;
  if (config.position == PositionKind::kRelBias) {
    list.add(prefix + ".rel.bias", {heads, 2 * r.beta + 1}, draw_constant(0));
    return;
  }
  const auto add = [&](const char* name, std::size_t width) {
    const std::size_t n = 2 * r.max_distance + 1;
    list.add(prefix + name, r.per_head ? TensorShape{heads, n, width} : TensorShape{n, width},
             draw_alike(Draw::kNormal, 0.02));
  };
  add(".rel.k", config.key_dim);
  if (r.values) add(".rel.v", config.value_dim);
}

RelativePositions::RelativePositions(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : config_(config.relative),
      n_heads_(config.n_heads),
      key_dim_(config.key_dim),
      value_dim_(config.value_dim),
      keys_index_(weights.find(prefix + ".rel.k")),
      values_index_(weights.find(prefix + ".rel.v")),
      biases_index_(weights.find(prefix + ".rel.bias")) {
  set_weights(weights);
}

void RelativePositions::set_weights(const Weights& weights) {
  read(keys_, weights, keys_index_);
  read(values_, weights, values_index_);
  read(biases_, weights, biases_index_);
}

std::size_t RelativePositions::reach(std::size_t longest) const {
  if (biases_.empty()) return std::min(config_.max_distance, longest);
  std::size_t reach = std::min(config_.alpha, longest);
  while (reach < longest &&
         distance_bucket(static_cast<std::int64_t>(reach), config_) < static_cast<std::int64_t>(config_.beta)) {
    ++reach;
  }
  return reach;
}

RelativeTerms RelativePositions::terms(const TokenOrder& order, std::span<const TokenSpan> spans, Arena& arena) const {
  RelativeTerms t{
      .positions = order.positions, .run_lengths = order.run_lengths, .reach = reach(longest_distance(order, spans))};
  const std::size_t n_rows = 2 * config_.max_distance + 1;
  if (!keys_.empty()) t.keys = keys_.data() + skipped(t.reach, key_dim_);
  if (!values_.empty()) t.values = values_.data() + skipped(t.reach, value_dim_);
  if (config_.per_head) {
    t.keys_of_head = n_rows * key_dim_;
    t.values_of_head = n_rows * value_dim_;
  }
  if (biases_.empty()) return t;
  const Matrix by_distance = arena.matrix(n_heads_, t.n_slots());
  const auto far = static_cast<std::int64_t>(t.reach);
  for (std::int64_t x = -far; x <= far; ++x) {
    const auto bucket = static_cast<std::size_t>(distance_bucket(x, config_) + static_cast<std::int64_t>(config_.beta));
    for (std::size_t h = 0; h < n_heads_; ++h)
      by_distance.row(h)[static_cast<std::size_t>(x + far)] = biases_[h * (2 * config_.beta + 1) + bucket];
  }
  t.biases = by_distance.data;
  return t;
}

RelativeGradients RelativePositions::begin_backward(const RelativeTerms& terms, BackwardContext& context) const {
  const auto place = [&](std::ptrdiff_t index) {
    return context.gradients.values(static_cast<std::size_t>(index)).data();
  };
  RelativeGradients g;
  if (terms.keys != nullptr) g.keys = place(keys_index_) + skipped(terms.reach, key_dim_);
  if (terms.values != nullptr) g.values = place(values_index_) + skipped(terms.reach, value_dim_);
  if (terms.biases != nullptr) {
    g.biases = context.arena.floats(n_heads_ * terms.n_slots()).data();
    std::fill_n(g.biases, n_heads_ * terms.n_slots(), 0.0F);
  }
  return g;
}

void RelativePositions::end_backward(const RelativeTerms& terms, const RelativeGradients& gradients,
                                     BackwardContext& context) const {
  if (terms.biases == nullptr) return;
  const std::span<float> sums = context.gradients.values(static_cast<std::size_t>(biases_index_));
  const auto far = static_cast<std::int64_t>(terms.reach);
  for (std::int64_t x = -far; x <= far; ++x) {
    const auto bucket = static_cast<std::size_t>(distance_bucket(x, config_) + static_cast<std::int64_t>(config_.beta));
    for (std::size_t h = 0; h < n_heads_; ++h) {
      sums[h * (2 * config_.beta + 1) + bucket] +=
          gradients.biases[h * terms.n_slots() + static_cast<std::size_t>(x + far)];
    }
  }
}

onnx::Value RelativePositions::add_keys(onnx::GraphBuilder& g, const onnx::Value& products, const onnx::Value& queries,
                                        Positions positions, ShawRows& rows) const {
  if (keys_index_ < 0) return products;
  rows.by_row = onnx::times(g, queries, name_of(g, keys_index_));
  const std::int64_t far = onnx::extent(config_.max_distance);
  const onnx::Value clipped = g.add("Clip", {distances(g, positions), g.integer(-far), g.integer(far)});
  rows.row_of_pair = g.add("Expand", {g.add("Add", {clipped, g.integer(far)}), g.add("Shape", {products})});
  return g.add("Add",
               {products, g.add("GatherElements", {rows.by_row, rows.row_of_pair}, {{"axis", std::int64_t{3}}})});
}

onnx::Value RelativePositions::add_biases(onnx::GraphBuilder& g, const onnx::Value& scores, Positions positions) const {
  if (biases_index_ < 0) return scores;
  const std::int64_t far = *std::ranges::max_element(positions);
  onnx::Ints buckets;
  for (std::int64_t distance = -far; distance <= far; ++distance)
    buckets.push_back(onnx::extent(config_.beta) + distance_bucket(distance, config_));
  const onnx::Value places = g.add("Add", {distances(g, positions), g.integer(far)});
  const onnx::Value columns = g.gather(g.integers(buckets), places, 0);
  return g.add("Add", {scores, g.gather(g.weight(name_of(g, biases_index_)), columns, 1)});  // [m, N, N]
}

// The attention is summed up by row of the table, and the sums are multiplied with the table.
onnx::Value RelativePositions::add_values(onnx::GraphBuilder& g, const onnx::Value& heads, const onnx::Value& attention,
                                          const ShawRows& rows) const {
  if (values_index_ < 0) return heads;
  const onnx::Value zeros = g.add("ConstantOfShape", {g.add("Shape", {rows.by_row})});
  const onnx::Value sums = g.add("ScatterElements", {zeros, rows.row_of_pair, attention},
                                 {{"axis", std::int64_t{3}}, {"reduction", std::string("add")}});
  return g.add("Add", {heads, g.add("MatMul", {sums, g.weight(name_of(g, values_index_))})});
}

}  // namespace eegate
