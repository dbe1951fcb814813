#include "model/layers/context_attention.h"

#include <algorithm>
#include <cmath>

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

}  // namespace eegate
