#include "model/layers/gru.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/options.h"
#include "kernels/gru.h"

namespace eegate {
namespace {

// The rows of step t: one of each sequence.
template <class T>
MatrixView<T> step_of(MatrixView<T> rows, std::size_t n_sequences, std::size_t n_steps, std::size_t t) {
  return {rows.data + t * rows.stride, n_sequences, rows.cols, n_steps * rows.stride};
}

}  // namespace

void Gru::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden, bool both) {
  const double rows = 3 * static_cast<double>(hidden), columns = static_cast<double>(n_in);
  const FirstValues torch = {Draw::kUniform, 1 / std::sqrt(static_cast<double>(hidden))};
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    list.add(name + ".weight_ih", {3 * hidden, n_in}, {torch, glorot(columns, rows)});
    list.add(name + ".weight_hh", {3 * hidden, hidden}, {torch, {Draw::kOrthogonal}});
    list.add(name + ".bias_ih", {3 * hidden}, {torch, {Draw::kConstant, 0}});
    list.add(name + ".bias_hh", {3 * hidden}, {torch, {Draw::kConstant, 0}});
    if (!both) return;
  }
}

Gru::Gru(const Weights& weights, const std::string& prefix, std::size_t n_copies)
    : hidden_(weights.matrix(prefix + ".fwd.weight_hh").cols), n_copies_(n_copies) {
  for (const char* direction : {".fwd", ".bwd"}) {
    const std::string name = prefix + direction;
    if (!weights.has(name + ".weight_ih")) continue;
    using Parts = std::vector<Linear::Part>;
    directions_.push_back({Linear(weights, Parts{{name + ".weight_ih", name + ".bias_ih"}}),
                           Linear(weights, Parts{{name + ".weight_hh", name + ".bias_hh"}}),
                           /*from_the_end=*/!directions_.empty(), name});
  }
  sum_copies(weights);
}

void Gru::sum_copies(const Weights& weights) {
  if (n_copies_ == 1) return;
  for (Direction& direction : directions_) {
    const ConstMatrix whole = weights.matrix(direction.name + ".weight_ih");
    const std::size_t width = whole.cols / n_copies_;
    std::vector<float> sums(whole.rows * width);
    for (std::size_t row = 0; row < whole.rows; ++row) {
      for (std::size_t k = 0; k < whole.cols; ++k) sums[row * width + k % width] += whole.row(row)[k];
    }
    const ConstMatrix summed(sums.data(), whole.rows, width);
    direction.once.pack(std::span(&summed, 1), weights[direction.name + ".bias_ih"]);
  }
}

void Gru::project(const Direction& direction, Matrix gates, ConstMatrix x) const {
  if (n_copies_ > 1) return matmul(gates, x, direction.once);
  direction.input.forward(gates, x);
}

void Gru::set_weights(const Weights& weights) {
  for (Direction& direction : directions_) {
    direction.input.set_weights(weights);
    direction.recurrent.set_weights(weights);
  }
  sum_copies(weights);
}

MapShape Gru::out_shape(const MapShape& in) const {
  assert(in.height == 1 && in.maps == n_in());
  return {in.frames, 1, in.width, n_out()};
}

void Gru::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const Sequences s{in.n_trials * in.shape.frames, in.shape.width};
  for (std::size_t d = 0; d < directions_.size(); ++d)
    run(directions_[d], out.points().slice_cols(d * hidden_, hidden_), in.points(), s, context);
}

// In training the products with the input of all steps at once, and what the state contributes is kept for every step.
// In inference step by step, so that gates stay in the cache.
void Gru::run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const bool keeps = context.tape != nullptr;
  const std::size_t n_rows = keeps ? x.rows : s.n;
  const Matrix gates = context.kept(n_rows, 3 * hidden_), states = context.kept(n_rows, 3 * hidden_);
  if (keeps) project(direction, gates, x);
  ConstMatrix before = context.arena.zeros(s.n, hidden_);
  for (std::size_t k = 0; k < s.n_steps; ++k) {
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
    const Matrix now = step_of(h, s.n, s.n_steps, t), gate = keeps ? step_of(gates, s.n, s.n_steps, t) : gates,
                 state = keeps ? step_of(states, s.n, s.n_steps, t) : states;
    if (!keeps) project(direction, gate, step_of(x, s.n, s.n_steps, t));
    direction.recurrent.forward(state, before);
    gru_cell(now, gate, state, before);
    before = now;
  }
}

void Gru::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  const Sequences s{in.n_trials * in.shape.frames, in.shape.width};
  if (din.data != nullptr) std::fill_n(din.data, din.points().size(), 0.0F);
  for (std::size_t d = directions_.size(); d-- > 0;) {
    run_back(directions_[d], din.data == nullptr ? Matrix() : din.points(),
             dout.points().slice_cols(d * hidden_, hidden_), in.points(), out.points().slice_cols(d * hidden_, hidden_),
             s, context);
  }
}

// Through time: what a step passes to the step before it is added to the gradient of that step's h. The gradients of
// the weights follow at once from those of all steps.
void Gru::run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                   BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix states = context.tape.pop(), gates = context.tape.pop();
  const Matrix dgates = context.arena.matrix(x.rows, 3 * hidden_), dstates = context.arena.matrix(x.rows, 3 * hidden_);
  const Matrix h_before = context.arena.zeros(x.rows, hidden_), unused = context.arena.zeros(s.n, hidden_);
  const auto step = [&](auto rows, std::size_t t) { return step_of(rows, s.n, s.n_steps, t); };
  for (std::size_t k = s.n_steps; k-- > 0;) {
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
    const std::size_t before = direction.from_the_end ? t + 1 : t - 1;
    const Matrix to = step(h_before, t);
    for (std::size_t i = 0; k > 0 && i < s.n; ++i) std::ranges::copy(step(h, before).row(i), to.row(i).begin());
    gru_cell_gradient(step(dgates, t), step(dstates, t), k == 0 ? unused : step(dh, before), step(dh, t),
                      step(gates, t), step(states, t), to);
    if (k > 0) direction.recurrent.add_input_gradient(step(dh, before), step(dstates, t), context);
  }
  direction.recurrent.backward({}, dstates, h_before, context);
  direction.input.backward(dx, dgates, x, context);
}

// Networks of sequences are not exported.
onnx::Value Gru::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/, const MapShape& /*shape*/) const {
  stop_at_our_mistake();
}

}  // namespace eegate
