#include "model/layers/context_attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/options.h"
#include "kernels/activation.h"
#include "kernels/rows.h"
#include "kernels/softmax.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

float dot(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

template <class T>
Tensor3View<T> sequences(const MapsView<T>& maps) {
  return {maps.data, maps.n_trials * maps.shape.frames, maps.shape.width, maps.shape.maps};
}

float product_sum(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::string virtual_channel(const std::string& prefix, std::size_t v) { return prefix + "." + std::to_string(v); }

std::vector<Linear::Part> virtual_channels(const Weights& weights, const std::string& prefix) {
  std::vector<Linear::Part> parts;
  while (weights.has(virtual_channel(prefix, parts.size()) + ".weight"))
    parts.push_back(Linear::part_of(weights, virtual_channel(prefix, parts.size())));
  return parts;
}

// The channels of one frame.
template <class T>
MatrixView<T> of_frame(MatrixView<T> points, std::size_t frame, std::size_t n_channels) {
  return points.slice_rows(frame * n_channels, n_channels);
}

}  // namespace

void ContextAttention::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_units, std::size_t width,
                                    const char* vector) {
  list.add(prefix + ".weight", {n_units, width}, draw_linear({n_units, width}));
  list.add(prefix + ".bias", {n_units}, draw_constant(0));
  list.add(prefix + "." + vector, {n_units}, draw_alike(Draw::kUniform, 1 / std::sqrt(static_cast<double>(n_units))));
}

ContextAttention::ContextAttention(const Weights& weights, const std::string& prefix, const char* vector)
    : hidden_(weights, prefix), vector_index_(static_cast<std::size_t>(weights.find(prefix + "." + vector))) {
  set_weights(weights);
}

void ContextAttention::set_weights(const Weights& weights) {
  hidden_.set_weights(weights);
  const std::span<const float> vector = weights.values(vector_index_);
  vector_.assign(vector.begin(), vector.end());
}

void ContextAttention::forward(Matrix out, ConstTensor3 z, Matrix hidden, Matrix shares) const {
  hidden_.forward(hidden, z.rows(), {.activation = Activation::kTanh});
  for (std::size_t b = 0; b < z.d0; ++b) {
    for (std::size_t n = 0; n < z.d1; ++n) shares.row(b)[n] = dot(hidden.row(b * z.d1 + n), vector_);
  }
  softmax_rows(shares);
  for (std::size_t b = 0; b < z.d0; ++b) weighted_rows(out.row(b), z[b], shares.row(b));
}

// da_n = dout . z_n;  ds_n = a_n (da_n - sum a da);  dv += ds_n h_n;  dh_n = ds_n v;  dz_n += a_n dout + W^T ...
void ContextAttention::backward(Tensor3 dz, ConstMatrix dout, ConstTensor3 z, ConstMatrix hidden, ConstMatrix shares,
                                BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dhidden = context.arena.matrix(hidden.rows, hidden.cols);
  const std::span<float> dscores = context.arena.floats(z.d1);
  const std::span<float> dvector = context.gradients.values(vector_index_);
  for (std::size_t b = 0; b < z.d0; ++b) {
    const std::span<const float> share = shares.row(b);
    float total = 0;
    for (std::size_t n = 0; n < z.d1; ++n) {
      dscores[n] = dot(z[b].row(n), dout.row(b));
      total += share[n] * dscores[n];
    }
    for (std::size_t n = 0; n < z.d1; ++n) {
      const float dscore = share[n] * (dscores[n] - total);
      if (dz.data != nullptr) add_scaled(dz[b].row(n), dout.row(b), share[n]);
      add_scaled(dvector, hidden.row(b * z.d1 + n), dscore);
      const std::span<float> row = dhidden.row(b * z.d1 + n);
      for (std::size_t a = 0; a < row.size(); ++a) row[a] = dscore * vector_[a];
    }
  }
  activation_gradient(Activation::kTanh, dhidden.flat(), hidden.flat());
  hidden_.backward(dz.data == nullptr ? Matrix() : dz.rows(), dhidden, z.rows(), context);
}

void AttentionPool::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstTensor3 z = sequences(in);
  const Matrix hidden = context.saved(z.d0 * z.d1, attention_.n_units()), shares = context.saved(z.d0, z.d1);
  attention_.forward(out.points(), z, hidden, shares);
}

void AttentionPool::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ConstMatrix shares = context.tape.pop(), hidden = context.tape.pop();
  if (din.data != nullptr) std::fill_n(din.data, din.points().size(), 0.0F);
  attention_.backward(sequences(din), dout.points(), sequences(in), hidden, shares, context);
}

onnx::Value AttentionPool::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  const onnx::Value steps = g.transpose(g.squeeze(in, 2), {0, 2, 1});  // [B, T, F]
  return g.reshape(onnx::context_attention(g, steps, prefix_, "u"), {-1, onnx::extent(shape.maps), 1, 1});
}

void ChannelAttention::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_virtual,
                                    std::size_t n_units, std::size_t width) {
  for (std::size_t v = 0; v < n_virtual; ++v) {
    const std::string name = virtual_channel(prefix, v);
    list.add(name + ".weight", {n_units, width}, draw_linear({n_units, width}));
    list.add(name + ".bias", {n_units}, draw_constant(0));
    list.add(name + ".u", {n_units}, draw_linear({1, n_units}));
  }
}

ChannelAttention::ChannelAttention(const Weights& weights, const std::string& prefix)
    : hidden_(weights, virtual_channels(weights, prefix)) {
  for (std::size_t v = 0; weights.has(virtual_channel(prefix, v) + ".u"); ++v)
    vector_places_.push_back(static_cast<std::size_t>(weights.find(virtual_channel(prefix, v) + ".u")));
  set_weights(weights);
}

void ChannelAttention::set_weights(const Weights& weights) {
  hidden_.set_weights(weights);
  vectors_.clear();
  for (const std::size_t place : vector_places_) {
    const std::span<const float> vector = weights.values(place);
    vectors_.emplace_back(vector.begin(), vector.end());
  }
}

void ChannelAttention::share(Matrix shares, Matrix hidden, ConstMatrix channels) const {
  const std::size_t n_virtual = vectors_.size(), n_channels = shares.cols / n_virtual;
  hidden_.forward(hidden, channels, {.activation = Activation::kTanh});
  for (std::size_t frame = 0; frame < shares.rows; ++frame) {
    const std::span<float> row = shares.row(frame);
    for (std::size_t v = 0; v < n_virtual; ++v) {
      for (std::size_t c = 0; c < n_channels; ++c) {
        const std::span<const float> units = hidden.row(frame * n_channels + c).subspan(v * n_units(), n_units());
        row[v * n_channels + c] = product_sum(units, vectors_[v]);
      }
    }
  }
  softmax_rows({shares.data, shares.rows * n_virtual, n_channels});
}

void ChannelAttention::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_virtual = vectors_.size(), n_channels = in.shape.width, width = in.shape.maps;
  const ConstMatrix channels = in.points();
  const Matrix result = out.points();
  if (n_channels == 1 && context.tape == nullptr) {  // its attention is 1
    for (std::size_t frame = 0; frame < result.rows; ++frame) {
      for (std::size_t v = 0; v < n_virtual; ++v)
        std::ranges::copy(channels.row(frame), result.row(frame).begin() + static_cast<std::ptrdiff_t>(v * width));
    }
    return;
  }
  const Matrix hidden = context.saved(channels.rows, n_virtual * n_units());
  const Matrix shares = context.saved(result.rows, n_virtual * n_channels);
  share(shares, hidden, channels);
  for (std::size_t frame = 0; frame < result.rows; ++frame) {
    for (std::size_t v = 0; v < n_virtual; ++v) {
      weighted_rows(result.row(frame).subspan(v * width, width), of_frame(channels, frame, n_channels),
                    shares.row(frame).subspan(v * n_channels, n_channels));
    }
  }
}

// da_c = dout_v . y_c;  ds_c = a_c (da_c - sum a da);  du += ds_c h_c;  dh_c = ds_c u;  dy_c += a_c dout_v + W^T ...
void ChannelAttention::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix shares = context.tape.pop(), hidden = context.tape.pop(), channels = in.points();
  const std::size_t n_channels = in.shape.width, width = in.shape.maps;
  const Matrix dhidden = context.arena.matrix(hidden.rows, hidden.cols), dresult = dout.points();
  const std::span<float> dshares = context.arena.floats(n_channels);
  if (din.data != nullptr) std::fill_n(din.data, din.points().size(), 0.0F);
  for (std::size_t at = 0; at < dresult.rows * vectors_.size(); ++at) {
    const std::size_t frame = at / vectors_.size(), v = at % vectors_.size();
    const std::span<const float> delta = dresult.row(frame).subspan(v * width, width);
    const std::span<const float> share = shares.row(frame).subspan(v * n_channels, n_channels);
    for (std::size_t c = 0; c < n_channels; ++c) dshares[c] = product_sum(channels.row(frame * n_channels + c), delta);
    const float total = product_sum(share, dshares);
    for (std::size_t c = 0; c < n_channels; ++c) {
      const std::size_t row = frame * n_channels + c;
      const float dscore = share[c] * (dshares[c] - total);
      if (din.data != nullptr) add_scaled(din.points().row(row), delta, share[c]);
      add_scaled(context.gradients.values(vector_places_[v]), hidden.row(row).subspan(v * n_units(), n_units()),
                 dscore);
      const std::span<float> to = dhidden.row(row).subspan(v * n_units(), n_units());
      for (std::size_t a = 0; a < to.size(); ++a) to[a] = dscore * vectors_[v][a];
    }
  }
  activation_gradient(Activation::kTanh, dhidden.flat(), hidden.flat());
  hidden_.backward(din.data == nullptr ? Matrix() : din.points(), dhidden, channels, context);
}

// Networks of sequences are not exported.
onnx::Value ChannelAttention::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                      const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
