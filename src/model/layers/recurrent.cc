#include "model/layers/recurrent.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/options.h"
#include "kernels/gru.h"
#include "kernels/lstm.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

void halve(std::span<float> values) {
  for (float& value : values) value *= 0.5F;
}

}  // namespace

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

void Gru::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden, bool both) {
  Recurrent::list_tensors(list, prefix, 3, n_in, hidden, {Draw::kConstant, 0}, both);
}

Gru::Gru(const Weights& weights, const std::string& prefix, const Input& input)
    : Recurrent(weights, prefix), input_(input) {
  sum_copies(weights);
}

void Gru::sum_copies(const Weights& weights) {
  once_.clear();
  for (std::size_t d = 0; input_.n_copies > 1 && d < directions_.size(); ++d) {
    const ConstMatrix whole = weights.matrix(directions_[d].name + ".weight_ih");
    const std::size_t width = whole.cols / input_.n_copies;
    std::vector<float> sums(whole.rows * width);
    for (std::size_t row = 0; row < whole.rows; ++row) {
      for (std::size_t k = 0; k < whole.cols; ++k) sums[row * width + k % width] += whole.row(row)[k];
    }
    const ConstMatrix summed(sums.data(), whole.rows, width);
    once_.emplace_back().pack(std::span(&summed, 1), weights[directions_[d].name + ".bias_ih"]);
  }
}

std::size_t Gru::n_in() const {
  return input_.is_projected ? 3 * n_out() : directions_[0].input.n_in() / input_.n_copies;
}

void Gru::project(const Direction& direction, Matrix gates, ConstMatrix x) const {
  if (input_.is_projected) {
    const ConstMatrix made = x.slice_cols(place(direction) * gates.cols, gates.cols);
    for (std::size_t i = 0; i < made.rows; ++i) std::ranges::copy(made.row(i), gates.row(i).begin());
  } else if (input_.n_copies > 1) {
    matmul(gates, x, once_[place(direction)]);
  } else {
    direction.input.forward(gates, x);
  }
}

void Gru::set_weights(const Weights& weights) {
  Recurrent::set_weights(weights);
  sum_copies(weights);
}

// In training W_ih x is one product for all steps, and W_hh h of every step is saved. In inference both are computed
// step by step, so that the gates stay in the cache; in the first step the state is zero and W_hh h + b_hh is the same
// row for all sequences.
void Gru::run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const bool keeps = context.tape != nullptr;
  const std::size_t n_rows = keeps ? x.rows : s.n;
  const Matrix gates = context.saved(n_rows, 3 * hidden_), states = context.saved(n_rows, 3 * hidden_);
  if (keeps) project(direction, gates, x);
  ConstMatrix before = context.arena.zeros(s.n, hidden_);
  for (std::size_t k = 0; k < s.n_steps; ++k) {
    const std::size_t t = direction.step(k, s.n_steps);
    const Matrix now = s.at(h, t), gate = keeps ? s.at(gates, t) : gates, state = keeps ? s.at(states, t) : states;
    if (!keeps) project(direction, gate, s.at(x, t));
    const std::size_t n_different = keeps || k > 0 ? s.n : std::min<std::size_t>(1, s.n);
    direction.recurrent.forward(state.slice_rows(0, n_different), before.slice_rows(0, n_different));
    const ConstMatrix all(state.data, s.n, state.cols, n_different < s.n ? 0 : state.stride);
    gru_cell(now, gate, all, before);
    before = now;
  }
}

// Backpropagation through time: the gradient that a step passes on is added to that of the previous step's h. The
// gradients of the weights are then computed from all steps at once.
void Gru::run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                   BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix states = context.tape.pop(), gates = context.tape.pop();
  const Matrix dgates = context.arena.matrix(x.rows, 3 * hidden_), dstates = context.arena.matrix(x.rows, 3 * hidden_);
  const Matrix h_before = context.arena.zeros(x.rows, hidden_), unused = context.arena.zeros(s.n, hidden_);
  const auto step = [&](auto rows, std::size_t t) { return s.at(rows, t); };
  for (std::size_t k = s.n_steps; k-- > 0;) {
    const std::size_t t = direction.step(k, s.n_steps);
    const std::size_t before = direction.before(t);
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
  abort_on_internal_error();
}

GruProjection::GruProjection(const Weights& weights, const std::string& prefix)
    : input_(weights, [&] {
        std::vector<Linear::Part> parts;
        for (const char* direction : {".fwd", ".bwd"}) {
          const std::string name = prefix + direction;
          if (weights.has(name + ".weight_ih")) parts.push_back({name + ".weight_ih", name + ".bias_ih"});
        }
        return parts;
      }()) {}

MapShape GruProjection::out_shape(const MapShape& in) const { return {in.frames, in.height, in.width, input_.n_out()}; }

void GruProjection::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  input_.forward(out.points(), in.points());
}

// Only used in inference.
void GruProjection::backward(Maps /*din*/, Maps /*dout*/, ConstMaps /*in*/, ConstMaps /*out*/,
                             BackwardContext& /*context*/) const {
  abort_on_internal_error();
}

// Networks of sequences are not exported.
onnx::Value GruProjection::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                   const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

void Lstm::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden, bool both) {
  Recurrent::list_tensors(list, prefix, 4, n_in, hidden, {Draw::kForgetGate}, both);
}

// W_ih x is one product for all steps; what depends on the previous state is computed step by step.
void Lstm::run(const Direction& direction, Matrix h, ConstMatrix x, Sequences s, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix gates = context.saved(x.rows, 4 * hidden_), cells = context.saved(x.rows, hidden_);
  direction.input.forward(gates, x);
  ConstMatrix h_before = context.arena.zeros(s.n, hidden_), c_before = h_before;
  for (std::size_t k = 0; k < s.n_steps; ++k) {
    const std::size_t t = direction.step(k, s.n_steps);
    const Matrix g = s.at(gates, t), c = s.at(cells, t), h_now = s.at(h, t);
    direction.recurrent.forward(g, h_before, {.residual = g});
    lstm_cell(h_now, c, g, c_before);
    h_before = h_now;
    c_before = c;
  }
}

void Lstm::run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                    BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix cells = context.tape.pop(), gates = context.tape.pop();
  const Matrix dgates = context.arena.matrix(x.rows, 4 * hidden_), dcell = context.arena.zeros(s.n, hidden_);
  const Matrix h_before = context.arena.zeros(x.rows, hidden_);
  const ConstMatrix nothing = context.arena.zeros(s.n, hidden_);
  const auto step = [&](auto rows, std::size_t t) { return s.at(rows, t); };
  for (std::size_t k = s.n_steps; k-- > 0;) {
    const std::size_t t = direction.step(k, s.n_steps);
    const std::size_t before = direction.before(t);
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

void SkipGru::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_in, std::size_t hidden) {
  list.add_linear(prefix + ".skip", {2 * hidden, n_in});
  Gru::list_tensors(list, prefix + ".gru", n_in, hidden);
}

void SkipGru::set_weights(const Weights& weights) {
  skip_.set_weights(weights);
  gru_.set_weights(weights);
}

void SkipGru::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix states = context.saved(out.points().rows, gru_.n_out());
  gru_.forward({states.data, in.n_trials, out.shape}, in, context);
  skip_.forward(out.points(), in.points(), {.residual = states});
  halve(out.points().flat());
}

void SkipGru::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  halve(dout.points().flat());
  const ConstMatrix states = context.tape.peek(gru_.n_saved());
  const ArenaScope scope(context.arena);
  const Matrix dstates = context.arena.matrix(states.rows, states.cols);  // a copy: the GRU's backward modifies it
  std::ranges::copy(dout.points().flat(), dstates.data);
  gru_.backward(din, {dstates.data, dout.n_trials, dout.shape}, in, {states.data, out.n_trials, out.shape}, context);
  skip_.backward(din.data == nullptr ? Matrix() : din.points(), dout.points(), in.points(), context);
  context.tape.pop();
}

// Networks of sequences are not exported.
onnx::Value SkipGru::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/, const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
