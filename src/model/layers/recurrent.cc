#include "model/layers/recurrent.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace eegate {

void Recurrent::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_gates, std::size_t n_in,
                             std::size_t hidden, InitialValues input_bias, bool both) {
  const std::size_t rows = n_gates * hidden;
  const InitialValues torch = {Draw::kUniform, 1 / std::sqrt(static_cast<double>(hidden))};
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    list.add(name + ".weight_ih", {rows, n_in}, {torch, glorot(static_cast<double>(n_in), static_cast<double>(rows))});
    list.add(name + ".weight_hh", {rows, hidden}, {torch, {Draw::kOrthogonal}});
    list.add(name + ".bias_ih", {rows}, {torch, input_bias});
    list.add(name + ".bias_hh", {rows}, {torch, {Draw::kConstant, 0}});
    if (!both) return;
  }
}

Recurrent::Recurrent(const Weights& weights, const std::string& prefix)
    : hidden_(weights.matrix(prefix + ".fwd.weight_hh").cols) {
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    if (!weights.has(name + ".weight_ih")) continue;
    using Parts = std::vector<Linear::Part>;
    directions_.push_back({Linear(weights, Parts{{name + ".weight_ih", name + ".bias_ih"}}),
                           Linear(weights, Parts{{name + ".weight_hh", name + ".bias_hh"}}),
                           /*from_the_end=*/!directions_.empty(), name});
  }
}

void Recurrent::set_weights(const Weights& weights) {
  for (Direction& direction : directions_) {
    direction.input.set_weights(weights);
    direction.recurrent.set_weights(weights);
  }
}

MapShape Recurrent::out_shape(const MapShape& in) const {
  assert(in.height == 1 && in.maps == n_in());
  return {in.frames, 1, in.width, n_out()};
}

void Recurrent::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  for (std::size_t d = 0; d < directions_.size(); ++d)
    run(directions_[d], out.points().slice_cols(d * hidden_, hidden_), in.points(), sequences(in), context);
}

void Recurrent::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  if (din.data != nullptr) std::fill_n(din.data, din.points().size(), 0.0F);
  for (std::size_t d = directions_.size(); d-- > 0;) {
    run_back(directions_[d], din.data == nullptr ? Matrix() : din.points(),
             dout.points().slice_cols(d * hidden_, hidden_), in.points(), out.points().slice_cols(d * hidden_, hidden_),
             sequences(in), context);
  }
}

}  // namespace eegate
