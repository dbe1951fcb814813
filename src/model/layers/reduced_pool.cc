#include "model/layers/reduced_pool.h"

#include <algorithm>

#include "base/options.h"

namespace eegate {

Weights ReducedPool::folded(const Weights& weights, const std::string& dense, const std::string& attention) {
  const ConstMatrix w = weights.matrix(dense + ".weight"), a = weights.matrix(attention + ".weight");
  const std::span<const float> b = weights[dense + ".bias"], c = weights[attention + ".bias"];
  TensorList list;
  AttentionPool::list_tensors(list, attention, a.rows, w.cols);
  Weights made(list.take());
  const std::span<float> weight = made.values(0), bias = made.values(1);
  for (std::size_t unit = 0; unit < a.rows; ++unit) {
    std::vector<double> sums(w.cols);
    auto constant = static_cast<double>(c[unit]);
    for (std::size_t r = 0; r < w.rows; ++r) {
      const auto factor = static_cast<double>(a.row(unit)[r]);
      for (std::size_t k = 0; k < w.cols; ++k) sums[k] += factor * static_cast<double>(w.row(r)[k]);
      constant += factor * static_cast<double>(b[r]);
    }
    std::ranges::transform(sums, weight.begin() + static_cast<std::ptrdiff_t>(unit * w.cols),
                           [](double sum) { return static_cast<float>(sum); });
    bias[unit] = static_cast<float>(constant);
  }
  std::ranges::copy(weights[attention + ".u"], made.values(2).begin());
  return made;
}

ReducedPool::ReducedPool(const Weights& weights, const std::string& dense, const std::string& attention)
    : dense_(dense),
      attention_(attention),
      reduce_(weights, dense),
      pool_(folded(weights, dense, attention), attention) {}

void ReducedPool::set_weights(const Weights& weights) {
  reduce_.set_weights(weights);
  pool_.set_weights(folded(weights, dense_, attention_));
}

void ReducedPool::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const MapShape shape = pool_.out_shape(in.shape);
  const Maps pooled(context.arena.matrix(in.n_trials, shape.size()).data, in.n_trials, shape);
  pool_.forward(pooled, in, context);
  reduce_.forward(out.points(), pooled.points());
}

// Only used in inference.
void ReducedPool::backward(Maps /*din*/, Maps /*dout*/, ConstMaps /*in*/, ConstMaps /*out*/,
                           BackwardContext& /*context*/) const {
  abort_on_internal_error();
}

// Networks of sequences are not exported.
onnx::Value ReducedPool::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                 const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
