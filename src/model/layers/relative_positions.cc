#include "model/layers/relative_positions.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/portable_math.h"

namespace eegate {
namespace {

void read(std::vector<float>& into, const Weights& weights, std::ptrdiff_t index) {
  if (index < 0) return;
  const std::span<const float> values = weights.values(static_cast<std::size_t>(index));
  into.assign(values.begin(), values.end());
}

// The longest way between two tokens that see each other.
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

}  // namespace eegate
