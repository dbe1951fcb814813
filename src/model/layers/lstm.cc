#include "model/layers/lstm.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "kernels/lstm.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

// The rows of step t: one of each sequence.
template <class T>
MatrixView<T> at_step(MatrixView<T> rows, std::size_t n_sequences, std::size_t n_steps, std::size_t t) {
  return {rows.data + t * rows.stride, n_sequences, rows.cols, n_steps * rows.stride};
}

}  // namespace

void Lstm::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden, bool both) {
  const double rows = 4 * static_cast<double>(hidden), columns = static_cast<double>(n_in);
  const FirstValues torch = {Draw::kUniform, 1 / std::sqrt(static_cast<double>(hidden))};
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    list.add(name + ".weight_ih", {4 * hidden, n_in}, {torch, glorot(columns, rows)});
    list.add(name + ".weight_hh", {4 * hidden, hidden}, {torch, {Draw::kOrthogonal}});
    list.add(name + ".bias_ih", {4 * hidden}, {torch, {Draw::kForgetGate}});
    list.add(name + ".bias_hh", {4 * hidden}, {torch, {Draw::kConstant, 0}});
    if (!both) return;
  }
}

Lstm::Lstm(const Weights& weights, const std::string& prefix)
    : prefix_(prefix), hidden_(weights.matrix(prefix + ".fwd.weight_hh").cols) {
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    if (!weights.has(name + ".weight_ih")) continue;
    using Parts = std::vector<Linear::Part>;
    directions_.push_back({Linear(weights, Parts{{name + ".weight_ih", name + ".bias_ih"}}),
                           Linear(weights, Parts{{name + ".weight_hh", name + ".bias_hh"}}),
                           /*from_the_end=*/!directions_.empty()});
  }
}

void Lstm::set_weights(const Weights& weights) {
  for (Direction& direction : directions_) {
    direction.input.set_weights(weights);
    direction.recurrent.set_weights(weights);
  }
}

MapShape Lstm::out_shape(const MapShape& in) const {
  assert(in.height == 1 && in.maps == directions_[0].input.n_in());
  return {in.frames, 1, in.width, directions_.size() * hidden_};
}

void Lstm::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const Sequences s{in.n_trials * in.shape.frames, in.shape.width};
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    run(directions_[d], out.points().slice_cols(d * hidden_, hidden_), in.points(), s, context);
  }
}

// The products with the input of all steps at once, then step by step what depends on the step before.
void Lstm::run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix gates = context.kept(x.rows, 4 * hidden_), cells = context.kept(x.rows, hidden_);
  direction.input.forward(gates, x);
  ConstMatrix h_before = context.arena.zeros(s.n, hidden_), c_before = h_before;
  for (std::size_t k = 0; k < s.n_steps; ++k) {
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
    const Matrix g = at_step(gates, s.n, s.n_steps, t), c = at_step(cells, s.n, s.n_steps, t),
                 h_now = at_step(h, s.n, s.n_steps, t);
    direction.recurrent.forward(g, h_before, {.residual = g});
    lstm_cell(h_now, c, g, c_before);
    h_before = h_now;
    c_before = c;
  }
}

void Lstm::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  const Sequences s{in.n_trials * in.shape.frames, in.shape.width};
  if (din.data != nullptr) std::fill_n(din.data, din.points().size(), 0.0F);
  for (std::size_t d = directions_.size(); d-- > 0;) {
    run_back(directions_[d], din.data == nullptr ? Matrix() : din.points(),
             dout.points().slice_cols(d * hidden_, hidden_), in.points(), out.points().slice_cols(d * hidden_, hidden_),
             s, context);
  }
}

// Through time: what a step passes to the step before it is added to the gradient of that step's h. The gradients of
// the weights follow at once from those of all gates.
void Lstm::run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                    BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix cells = context.tape.pop(), gates = context.tape.pop();
  const Matrix dgates = context.arena.matrix(x.rows, 4 * hidden_), dcell = context.arena.zeros(s.n, hidden_);
  const Matrix h_before = context.arena.zeros(x.rows, hidden_);
  const ConstMatrix nothing = context.arena.zeros(s.n, hidden_);
  const auto step = [&](auto rows, std::size_t t) { return at_step(rows, s.n, s.n_steps, t); };
  for (std::size_t k = s.n_steps; k-- > 0;) {
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
    const std::size_t before = direction.from_the_end ? t + 1 : t - 1;
    lstm_cell_gradient(step(dgates, t), dcell, step(dh, t), step(gates, t), step(cells, t),
                       k == 0 ? nothing : step(cells, before));
    if (k == 0) break;
    direction.recurrent.add_input_gradient(step(dh, before), step(dgates, t), context);
    const ConstMatrix earlier = step(h, before);
    const Matrix to = step(h_before, t);
    for (std::size_t i = 0; i < s.n; ++i) std::ranges::copy(earlier.row(i), to.row(i).begin());
  }
  direction.recurrent.backward({}, dgates, h_before, context);
  direction.input.backward(dx, dgates, x, context);
}

onnx::Value Lstm::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const {
  g.set_place(prefix_);
  const onnx::Value steps = g.transpose(g.squeeze(in, 2), {2, 0, 1});  // [T, B, F]
  const onnx::Value h = onnx::lstm(g, steps, prefix_, hidden_, directions_.size() == 2);
  return g.unsqueeze(g.transpose(h, {1, 2, 0}), 2);
}

}  // namespace eegate
