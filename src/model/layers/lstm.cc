#include "model/layers/lstm.h"

#include <algorithm>

#include "kernels/lstm.h"
#include "model/onnx/layers.h"

namespace eegate {

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
    const std::size_t t = direction.from_the_end ? s.n_steps - 1 - k : k;
    const Matrix g = s.at(gates, t), c = s.at(cells, t), h_now = s.at(h, t);
    direction.recurrent.forward(g, h_before, {.residual = g});
    lstm_cell(h_now, c, g, c_before);
    h_before = h_now;
    c_before = c;
  }
}

// Backpropagation through time: the gradient that a step passes on is added to that of the previous step's h. The
// gradients of the weights are then computed from all steps at once.
void Lstm::run_back(const Direction& direction, Matrix dx, Matrix dh, ConstMatrix x, ConstMatrix h, Sequences s,
                    BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix cells = context.tape.pop(), gates = context.tape.pop();
  const Matrix dgates = context.arena.matrix(x.rows, 4 * hidden_), dcell = context.arena.zeros(s.n, hidden_);
  const Matrix h_before = context.arena.zeros(x.rows, hidden_);
  const ConstMatrix nothing = context.arena.zeros(s.n, hidden_);
  const auto step = [&](auto rows, std::size_t t) { return s.at(rows, t); };
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
