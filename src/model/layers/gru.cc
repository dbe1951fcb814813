#include "model/layers/gru.h"

#include <algorithm>

#include "base/options.h"
#include "kernels/gru.h"

namespace eegate {

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
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
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

}  // namespace eegate
