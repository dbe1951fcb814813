#include "model/layers/attention_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/attention_gradient.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

// Queries, keys and values. PyTorch draws the stacked matrix of all three (torch.nn.MultiheadAttention.in_proj_weight);
// Keras computes the fans of the kernel [E, m, q] as for a convolution with E positions.
Initializer draw_projection(const TransformerConfig& c, std::size_t head_width) {
  const double width = static_cast<double>(c.embedding.dim), m = static_cast<double>(c.n_heads);
  const double stacked = m * (2 * static_cast<double>(c.key_dim) + static_cast<double>(c.value_dim));
  return {{Draw::kUniform, std::sqrt(6 / (width + stacked))},
          glorot(m * width, static_cast<double>(head_width) * width)};
}

Initializer draw_output(const TransformerConfig& c) {
  const double width = static_cast<double>(c.embedding.dim), m = static_cast<double>(c.n_heads);
  const double joined = m * static_cast<double>(c.value_dim);
  return {{Draw::kUniform, 1 / std::sqrt(joined)}, glorot(joined, width * m)};
}

}  // namespace

void AttentionLayer::list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& c) {
  const std::size_t width = c.embedding.dim, n_keys = c.n_heads * c.key_dim, n_values = c.n_heads * c.value_dim;
  const std::size_t first = list.size();
  const auto add = [&](const char* name, std::size_t n_out, std::size_t n_in, const Initializer& initial) {
    list.add(prefix + name + ".weight", {n_out, n_in}, initial);
    if (c.attention_bias) list.add(prefix + name + ".bias", {n_out}, draw_constant(0));
  };
  add(".q", n_keys, width, draw_projection(c, c.key_dim));
  add(".k", n_keys, width, draw_projection(c, c.key_dim));
  add(".v", n_values, width, draw_projection(c, c.value_dim));
  add(".o", width, n_values, draw_output(c));
  list.set_dense(first);
  if (c.is_relative()) RelativePositions::list_tensors(list, prefix, c);
}

AttentionLayer::AttentionLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
                               std::size_t index_in_stage, std::uint64_t dropout_site)
    : prefix_(prefix),
      n_heads_(config.n_heads),
      key_dim_(config.key_dim),
      value_dim_(config.value_dim),
      causal_(config.causal),
      window_(config.window),
      shift_(config.shift && index_in_stage % 2 == 1 ? config.window / 2 : 0),
      weights_rate_(config.dropout.attn_weights),
      weights_site_(dropout_site),
      qkv_(weights, {Linear::part_of(weights, prefix + ".q"), Linear::part_of(weights, prefix + ".k"),
                     Linear::part_of(weights, prefix + ".v")}),
      output_(weights, prefix + ".o") {
  if (config.is_relative()) relative_.emplace(weights, prefix, config);
}

std::optional<AttentionDropout> AttentionLayer::dropout_of(std::size_t trial, std::size_t i,
                                                           const AttentionSpans& spans, const Dropout* dropout) const {
  if (dropout == nullptr || weights_rate_ <= 0) return {};
  // In the mask every span occupies as many values as the longest one.
  const std::size_t per_span = n_heads_ * spans.longest * spans.longest;
  return AttentionDropout{dropout->mask(weights_rate_, weights_site_),
                          dropout->first_value(trial, spans.size() * per_span) + i * per_span};
}

AttentionLayer::Parts AttentionLayer::parts_of(ConstMatrix qkv) const {
  const std::size_t n_keys = n_heads_ * key_dim_;
  return {qkv.slice_cols(0, n_keys), qkv.slice_cols(n_keys, n_keys), qkv.slice_cols(2 * n_keys, n_heads_ * value_dim_)};
}

void AttentionLayer::add_probabilities(std::vector<float>& all, std::size_t trial, const TokenSpan& span,
                                       const Parts& parts, std::size_t n_tokens, const RelativeTerms* relative) const {
  std::vector<float> inside(n_heads_ * span.n * span.n);
  attention_weights(inside, parts.q, parts.k, shape(span.n), relative);
  all.resize((trial + 1) * n_heads_ * n_tokens * n_tokens, 0.0F);
  for (std::size_t row = 0; row < n_heads_ * span.n; ++row) {
    const std::size_t head = row / span.n, query = span.first + row % span.n;
    const std::size_t first = ((trial * n_heads_ + head) * n_tokens + query) * n_tokens + span.first;
    std::copy_n(inside.data() + row * span.n, span.n, all.data() + first);
  }
}

void AttentionLayer::add_to_map(AttentionMap& map, const BlockView& view, const TokenSpan& span, const Parts& parts,
                                std::size_t n_tokens, const RelativeTerms* relative) const {
  constexpr std::size_t kQueries = 64;
  std::vector<float> rows;
  for (std::size_t first = 0; first < span.n; first += kQueries) {
    const std::size_t n = std::min(kQueries, span.n - first);
    rows.resize(n_heads_ * n * span.n);
    attention_weights(rows, parts.q.slice_rows(first, n), parts.k, shape(span.n), relative, first);
    for (std::size_t i = 0; i < n_heads_ * n; ++i) {
      const std::size_t head = i / n, query = span.first + first + i % n;
      const std::span<const float> row(rows.data() + i * span.n, span.n);
      map.add(head, query, span.first, row);
      if (view.query != query) continue;
      view.trace->attention_row.resize(n_heads_ * n_tokens);
      std::ranges::copy(row,
                        view.trace->attention_row.begin() + static_cast<std::ptrdiff_t>(head * n_tokens + span.first));
    }
  }
}

void AttentionLayer::record_and_ablate(ConstMatrix qkv, Matrix heads, const BlockView& view) const {
  if (view.trace != nullptr) {
    const Parts parts = parts_of(qkv);
    view.trace->queries = values_of(parts.q);
    view.trace->keys = values_of(parts.k);
    view.trace->values = values_of(parts.v);
  }
  for (std::size_t h = 0; view.ablation != nullptr && h < n_heads_; ++h) {
    if (!view.ablation->is_silent(h)) continue;
    const Matrix silent = heads.slice_cols(h * value_dim_, value_dim_);
    for (std::size_t i = 0; i < silent.rows; ++i) std::ranges::fill(silent.row(i), 0.0F);
  }
  if (view.trace != nullptr) view.trace->heads = values_of(heads);
}

bool AttentionLayer::goes_by_heads(Matrix out, ConstMatrix x, const TokenOrder& order, const Epilogue& epilogue,
                                   const ForwardContext& context) const {
  constexpr std::size_t kLargeFloats = std::size_t{1} << 19;  // 2 MiB
  return context.tape == nullptr && context.dropout == nullptr && !relative_ && window_ == 0 &&
         x.rows == order.n_tokens && x.rows * qkv_.n_out() > kLargeFloats && qkv_.can_part(key_dim_) &&
         qkv_.can_part(value_dim_) && epilogue.residual.data != out.data && x.data != out.data;
}

void AttentionLayer::forward_by_heads(Matrix out, ConstMatrix x, const Epilogue& epilogue, Arena& arena) const {
  AttentionShape head = shape(x.rows);
  head.n_heads = 1;
  // In 8 bits a row of all heads is rounded as one, so that the result does not depend on this way.
  const bool joined = output_.in_8_bits();
  const Matrix qkv = arena.matrix(x.rows, 2 * key_dim_ + value_dim_),
               attended = arena.matrix(x.rows, (joined ? n_heads_ : 1) * value_dim_);
  const Matrix q = qkv.slice_cols(0, key_dim_), k = qkv.slice_cols(key_dim_, key_dim_),
               v = qkv.slice_cols(2 * key_dim_, value_dim_);
  const std::span<float> scratch = arena.floats(attention_scratch_floats(head));
  for (std::size_t h = 0; h < n_heads_; ++h) {
    qkv_.forward_outputs(q, x, h * key_dim_);
    qkv_.forward_outputs(k, x, (n_heads_ + h) * key_dim_);
    qkv_.forward_outputs(v, x, 2 * n_heads_ * key_dim_ + h * value_dim_);
    attention(joined ? attended.slice_cols(h * value_dim_, value_dim_) : attended, q, k, v, head, scratch);
    if (!joined) output_.forward_inputs(out, attended, h * value_dim_, epilogue.residual);
  }
  if (joined) output_.forward(out, attended, epilogue);
}

void AttentionLayer::forward(Matrix out, ConstMatrix x, const TokenOrder& order, const Epilogue& epilogue,
                             const ForwardContext& context, const BlockView& view) const {
  const ArenaScope scope(context.arena);
  if (view.is_plain() && view.probabilities == nullptr && goes_by_heads(out, x, order, epilogue, context))
    return forward_by_heads(out, x, epilogue, context.arena);
  const std::size_t n_tokens = order.n_tokens, n_trials = x.rows / n_tokens;
  const Matrix qkv = context.saved(x.rows, qkv_.n_out());
  const Matrix row_sums =
      context.tape == nullptr ? Matrix() : context.tape->push(n_trials, shape(n_tokens).n_row_sums());
  const Matrix heads = context.saved(x.rows, n_heads_ * value_dim_);
  const AttentionSpans spans(n_tokens, window_, shift_);
  const RelativeTerms terms = relative_ ? relative_->terms(order, spans.list, context.arena) : RelativeTerms();
  const std::span<float> scratch =
      context.arena.floats(attention_scratch_floats(shape(spans.longest), relative_ ? &terms : nullptr));
  qkv_.forward(qkv, x);
  std::optional<AttentionMap> map;
  if (view.trace != nullptr) map.emplace(n_heads_, n_tokens, view.max_map_size);
  for (std::size_t trial = 0; trial < n_trials; ++trial) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const TokenSpan span = spans.list[i];
      const std::size_t row = trial * n_tokens + span.first;
      const Parts parts = parts_of(qkv.slice_rows(row, span.n));
      const auto dropout = dropout_of(trial, i, spans, context.dropout);
      const RelativeTerms inside = relative_ ? terms.slice(span.first, span.n) : terms;
      const RelativeTerms* relative = relative_ ? &inside : nullptr;
      attention(heads.slice_rows(row, span.n), parts.q, parts.k, parts.v, shape(span.n), scratch,
                row_sums.data == nullptr
                    ? std::span<float>()
                    : row_sums.row(trial).subspan(shape(span.first).n_row_sums(), shape(span.n).n_row_sums()),
                dropout ? &*dropout : nullptr, relative);
      if (view.probabilities != nullptr) add_probabilities(*view.probabilities, trial, span, parts, n_tokens, relative);
      if (map) add_to_map(*map, view, span, parts, n_tokens, relative);
    }
  }
  if (map) {
    view.trace->n_heads = n_heads_;
    view.trace->n_map = map->size();
    view.trace->attention_map = map->take();
  }
  if (!view.is_plain()) record_and_ablate(qkv, heads, view);
  output_.forward(out, heads, epilogue);
}

void AttentionLayer::backward(Matrix dx, ConstMatrix dout, const TokenOrder& order, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_tokens = order.n_tokens, n_keys = n_heads_ * key_dim_;
  const ConstMatrix heads = context.tape.pop(), row_sums = context.tape.pop(), qkv = context.tape.pop(),
                    x = context.tape.pop();
  const Matrix dheads = context.arena.matrix(heads.rows, heads.cols), dqkv = context.arena.matrix(qkv.rows, qkv.cols);
  std::fill_n(dheads.data, dheads.size(), 0.0F);
  std::fill_n(dqkv.data, dqkv.size(), 0.0F);
  output_.backward(dheads, dout, heads, context);
  const AttentionSpans spans(n_tokens, window_, shift_);
  const RelativeTerms terms = relative_ ? relative_->terms(order, spans.list, context.arena) : RelativeTerms();
  const RelativeGradients drelative = relative_ ? relative_->begin_backward(terms, context) : RelativeGradients();
  for (std::size_t trial = 0; trial < row_sums.rows; ++trial) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const TokenSpan span = spans.list[i];
      const std::size_t row = trial * n_tokens + span.first;
      const Parts parts = parts_of(qkv.slice_rows(row, span.n));
      const Matrix drows = dqkv.slice_rows(row, span.n);
      const auto dropout = dropout_of(trial, i, spans, context.dropout);
      const RelativeTerms inside = relative_ ? terms.slice(span.first, span.n) : terms;
      attention_gradient(drows.slice_cols(0, n_keys), drows.slice_cols(n_keys, n_keys),
                         drows.slice_cols(2 * n_keys, n_heads_ * value_dim_), dheads.slice_rows(row, span.n), parts.q,
                         parts.k, parts.v, heads.slice_rows(row, span.n),
                         row_sums.row(trial).subspan(shape(span.first).n_row_sums(), shape(span.n).n_row_sums()),
                         shape(span.n), context.arena, dropout ? &*dropout : nullptr, relative_ ? &inside : nullptr,
                         drelative);
    }
  }
  if (relative_) relative_->end_backward(terms, drelative, context);
  qkv_.backward(dx, dqkv, x, context);
}

// [B, N, E] -> [B, m, N, width] by one of the projections.
onnx::Value AttentionLayer::heads_to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const char* name,
                                          std::size_t width) const {
  const onnx::Value joined = onnx::linear(g, x, prefix_ + name);
  return g.transpose(g.reshape(joined, {0, 0, onnx::extent(n_heads_), onnx::extent(width)}), {0, 2, 1, 3});
}

// Scores [B, m, N, N] of pairs that do not see each other become minus infinity.
onnx::Value AttentionLayer::mask_to_onnx(onnx::GraphBuilder& g, const onnx::Value& scores, std::size_t n_tokens) const {
  const std::int64_t n = onnx::extent(n_tokens);
  onnx::Value seen;
  if (window_ > 0) {
    onnx::Ints windows;
    const AttentionSpans spans(n_tokens, window_, shift_);
    for (std::size_t i = 0; i < spans.size(); ++i) windows.insert(windows.end(), spans.list[i].n, onnx::extent(i));
    seen = g.add("Equal", {g.integers(windows, {1, n}), g.integers(windows, {n, 1})});
  }
  if (causal_) {
    onnx::Ints order(n_tokens);
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const onnx::Value earlier = g.add("LessOrEqual", {g.integers(order, {1, n}), g.integers(order, {n, 1})});
    seen = seen.empty() ? earlier : g.add("And", {seen, earlier});
  }
  if (seen.empty()) return scores;
  const float never = -std::numeric_limits<float>::infinity();
  return g.add("Where", {seen, scores, g.constant("never", {&never, 1}, {})});
}

onnx::Value AttentionLayer::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const TokenOrder& order) const {
  g.set_place(prefix_);
  const onnx::Value q = heads_to_onnx(g, x, ".q", key_dim_), k = heads_to_onnx(g, x, ".k", key_dim_),
                    v = heads_to_onnx(g, x, ".v", value_dim_);
  onnx::Value scores = g.add("MatMul", {q, g.transpose(k, {0, 1, 3, 2})});
  RelativePositions::ShawRows rows;
  if (relative_) scores = relative_->add_keys(g, scores, q, order.positions, rows);
  scores = g.add("Mul", {scores, g.scalar(1 / std::sqrt(static_cast<double>(key_dim_)))});
  if (relative_) scores = relative_->add_biases(g, scores, order.positions);
  const onnx::Value masked = mask_to_onnx(g, scores, order.n_tokens);
  const onnx::Value attention = g.add("Softmax", {masked}, {{"axis", std::int64_t{-1}}});
  onnx::Value heads = g.add("MatMul", {attention, v});
  if (relative_) heads = relative_->add_values(g, heads, attention, rows);
  const onnx::Value joined = g.reshape(g.transpose(heads, {0, 2, 1, 3}), {0, 0, onnx::extent(n_heads_ * value_dim_)});
  return onnx::linear(g, joined, prefix_ + ".o");
}

AttentionMap::AttentionMap(std::size_t n_heads, std::size_t n_tokens, std::size_t longest)
    : n_tokens_(n_tokens),
      n_map_(std::min(n_tokens, std::max<std::size_t>(1, longest))),
      share_(n_map_),
      values_(n_heads * n_map_ * n_map_) {
  for (std::size_t token = 0; token < n_tokens; ++token) share_[segment_of(token)] += 1;
  for (float& share : share_) share = 1 / share;
}

void AttentionMap::add(std::size_t head, std::size_t query, std::size_t first_key, std::span<const float> row) {
  const std::size_t from = segment_of(query);
  float* const out = values_.data() + (head * n_map_ + from) * n_map_;
  for (std::size_t j = 0; j < row.size(); ++j) out[segment_of(first_key + j)] += share_[from] * row[j];
}

}  // namespace eegate
