#include "model/layers/map_layers.h"

#include <algorithm>
#include <cassert>

#include "kernels/activation.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"

namespace eegate {
namespace {

void copy_values(Maps to, ConstMaps from) {
  if (to.data != from.data) std::copy_n(from.data, from.n_trials * from.shape.size(), to.data);
}

std::span<float> all(Maps x) { return {x.data, x.n_trials * x.shape.size()}; }

// Transposes every block of rows x cols values.
void transpose_each(float* out, const float* in, std::size_t n, std::size_t rows, std::size_t cols) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i * rows * cols;
    transpose(Matrix(out + first, cols, rows), ConstMatrix(in + first, rows, cols));
  }
}

}  // namespace

void MapNorm::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  norm_.normalize_backward(dout.points(), in.points(), context);
  if (din.data != nullptr) copy_values(din, dout);
}

void MapActivation::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  copy_values(out, in);
  activate(activation_, all(out));
}

void MapActivation::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  copy_values(din, dout);
  activation_gradient(activation_, all(din), {in.data, in.n_trials * in.shape.size()});
}

void MapDropout::apply(Maps x, const Dropout* dropout, Arena& arena) const {
  if (dropout == nullptr || rate_ <= 0) return;
  if (unit_ == DropoutUnit::kValue) return dropout->apply(x.trials(), x.n_trials, rate_, site_);
  const ArenaScope scope(arena);
  const std::size_t n_factors = x.shape.frames * x.shape.maps;
  const std::span<float> factors = arena.floats(n_factors);
  const DropoutMask mask = dropout->mask(rate_, site_);
  for (std::size_t trial = 0; trial < x.n_trials; ++trial) {
    std::ranges::fill(factors, 1.0F);
    mask.apply(factors, dropout->first_value(trial, n_factors));
    for (std::size_t f = 0; f < x.shape.frames; ++f) {
      const Matrix points = x.frame(trial, f);
      for (std::size_t p = 0; p < points.rows; ++p)
        multiply(points.row(p), factors.subspan(f * x.shape.maps, x.shape.maps));
    }
  }
}

void MapDropout::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  copy_values(out, in);
  apply(out, context.dropout, context.arena);
}

void MapDropout::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data == nullptr) return;
  copy_values(din, dout);
  apply(din, context.dropout, context.arena);
}

void Dense::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data != nullptr) std::ranges::fill(all(din), 0.0F);
  linear_.backward(din.data == nullptr ? Matrix() : din.points(), dout.points(), in.points(), context);
}

void ChannelsToMaps::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  assert(in.shape.maps == 1);
  transpose_each(out.data, in.data, in.n_trials * in.shape.frames, in.shape.height, in.shape.width);
}

void ChannelsToMaps::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/,
                              BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  transpose_each(din.data, dout.data, in.n_trials * in.shape.frames, in.shape.width, in.shape.height);
}

void MapsToChannels::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  transpose_each(out.data, in.data, in.n_trials * in.shape.frames, in.shape.height * in.shape.width, in.shape.maps);
}

void MapsToChannels::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/,
                              BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  transpose_each(din.data, dout.data, in.n_trials * in.shape.frames, in.shape.maps, in.shape.height * in.shape.width);
}

onnx::Value Dense::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  g.set_place(prefix_);
  if (shape.height * shape.width > 1) {
    const onnx::Value points = onnx::linear(g, g.transpose(in, {0, 2, 3, 1}), prefix_);
    return g.transpose(points, {0, 3, 1, 2});
  }
  const onnx::Value rows = onnx::linear(g, g.reshape(in, {-1, onnx::extent(shape.maps)}), prefix_);
  return g.reshape(rows, {-1, onnx::extent(linear_.n_out()), 1, 1});
}

}  // namespace eegate
