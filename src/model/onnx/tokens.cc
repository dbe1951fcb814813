#include "model/onnx/tokens.h"

#include "model/layers/positions.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

constexpr double kSmallestPower = 1e-6;  // below it the logarithm of a conv_stem sees this

Value patches(GraphBuilder& g, const Value& x, const EmbeddingConfig& e, std::size_t n_tokens) {
  const Value maps =
      convolution(g, g.unsqueeze(x, 1), "embed", {.strides = {extent(e.stride_chans), extent(e.stride_times)}});
  // [B, E, groups, times] -> group-major tokens
  return g.reshape(g.transpose(maps, {0, 2, 3, 1}), {0, extent(n_tokens), extent(e.dim)});
}

Value conv_stem(GraphBuilder& g, const Value& x, const EmbeddingConfig& e) {
  ConvOptions temporal;
  if (e.same_padding) temporal.pads = {0, same_left(e.kernel_times), 0, same_right(e.kernel_times)};
  Value y = convolution(g, g.unsqueeze(x, 1), "embed.temporal", temporal);
  y = convolution(g, y, "embed.spatial", {.group = e.depthwise ? extent(e.filters) : 1});
  y = batch_norm(g, y, "embed.bn", static_cast<double>(e.bn_eps));
  y = e.square_log ? g.add("Mul", {y, y}) : g.add("Elu", {y});
  y = g.squeeze(pool(g, "AveragePool", y, {1, extent(e.pool_times)}, {1, extent(e.pool_stride)}), 2);
  if (e.square_log) y = g.add("Log", {g.add("Max", {y, g.scalar(kSmallestPower)})});
  y = g.transpose(y, {0, 2, 1});
  return e.projection ? linear(g, y, "embed.proj") : y;
}

Value embedded(GraphBuilder& g, const Value& x, const TokenSource& source) {
  const EmbeddingConfig& e = source.config.embedding;
  switch (e.kind) {
    case EmbeddingKind::kIdentity:
      return g.transpose(x, {0, 2, 1});
    case EmbeddingKind::kLinear:
      return linear(g, g.transpose(x, {0, 2, 1}), "embed");
    case EmbeddingKind::kPatch:
      return patches(g, x, e, e.n_tokens(source.n_times));
    case EmbeddingKind::kConvStem:
      return conv_stem(g, x, e);
  }
  stop_at_our_mistake();
}

}  // namespace

Value tokens(GraphBuilder& g, const Value& x, const TokenSource& source) {
  const TransformerConfig& t = source.config;
  const std::size_t width = t.embedding.dim;
  const std::size_t n_tokens = t.embedding.n_tokens(source.n_times) + (t.cls ? 1 : 0);
  g.set_place("embed");
  Value z = embedded(g, x, source);
  std::vector<float> offsets = token_offsets(t, g.weights(), source.n_times, source.trained_n_times);
  if (t.cls) {
    // A token of zeros in front, to which the class token is added like a position.
    z = g.add("Pad", {z, g.integers({0, 1, 0, 0, 0, 0})});
    offsets.resize(n_tokens * width);
    const auto cls = g.values("cls");
    for (std::size_t i = 0; i < width; ++i) offsets[i] += cls[i];
  }
  if (offsets.empty()) return z;
  return g.add("Add", {z, g.constant("token offsets", offsets, {1, extent(n_tokens), extent(width)})});
}

Ints token_positions(const TokenSource& source) {
  const EmbeddingConfig& e = source.config.embedding;
  const std::size_t n_positions = e.n_positions(source.n_times), n_cls = source.config.cls ? 1 : 0;
  Ints positions(n_cls, 0);
  // Groups of channels with an embedding of their own share the times.
  for (std::size_t token = 0; token < e.n_tokens(source.n_times); ++token)
    positions.push_back(extent(token % n_positions + n_cls));
  return positions;
}

}  // namespace eegate::onnx
