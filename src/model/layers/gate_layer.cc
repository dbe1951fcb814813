#include "model/layers/gate_layer.h"

#include <algorithm>

#include "base/portable_math.h"

namespace eegate {

void GateLayer::list_tensors(TensorList& list, const std::string& prefix, const TransformerConfig& config) {
  const Gate& gate = *config.gate;
  const std::size_t width = config.embedding.dim;
  const InitialValues xavier = glorot(static_cast<double>(width), static_cast<double>(width));
  const std::size_t first = list.size();
  for (const GateMatrix& matrix : gate.form.matrices)
    list.add(prefix + "." + std::string(matrix.name), {width, width}, {xavier, xavier});
  list.set_dense(first);
  // With the plus sign the initial bias is negated.
  const double bias = gate.form.initial_bias * (config.gate_bias_plus ? -1 : 1);
  if (gate.has_bias()) list.add(prefix + ".b_g", {width}, draw_constant(bias));
}

void GateLayer::force_open(Matrix pre, double weight) const {
  constexpr double kFar = 40;
  double logit = weight < 0.5 ? -kFar : kFar;
  if (weight > 0 && weight < 1) logit = std::clamp(portable::log(weight / (1 - weight)), -kFar, kFar);
  const Matrix g = deciding(pre);
  const auto value = static_cast<float>(gate_.form.weighs_stream ? -logit : logit);
  for (std::size_t i = 0; i < g.rows; ++i) std::ranges::fill(g.row(i), value);
}

void GateLayer::record(Matrix pre, const GateView& view) const {
  if (view.openness == nullptr) return;
  const double sign = gate_.form.weighs_stream ? 1 : -1;  // if the stream has weight s, the rest has 1 - s
  const Matrix g = deciding(pre);
  for (std::size_t i = 0; i < g.rows; ++i) {
    for (const float value : g.row(i))
      view.openness->push_back(static_cast<float>(1 / (1 + portable::exp(sign * static_cast<double>(value)))));
  }
  if (!gate_.form.has_candidate) return;
  const Matrix candidate = pre.slice_cols(pre.cols - width_, width_);
  for (std::size_t i = 0; i < candidate.rows; ++i) {
    for (const float value : candidate.row(i))
      view.candidate->push_back(static_cast<float>(2 / (1 + portable::exp(-2 * static_cast<double>(value))) - 1));
  }
}

void GateLayer::forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, const GateView& view) const {
  gate_.multiply(pre, x, y, products_, arena);
  if (view.forced == Forced::kOpen) force_open(pre, view.weight);
  gate_.combine(x, pre, x, y);
}

void GateLayer::forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view) const {
  const std::size_t n_pre = gate_.form.n_pre * width_;
  if (context.tape != nullptr) {
    context.save(x);
    context.save(y);
    forward_rows(x, y, context.saved(x.rows, n_pre), context.arena, {});
    return;
  }
  if (view.forced == Forced::kClosed) {  // the output is the stream x, for every gate
    if (view.openness != nullptr) view.openness->assign(x.rows * x.cols, 0.0F);
    return;
  }
  for (std::size_t first = 0; first < x.rows; first += kInferenceRows) {
    const ArenaScope scope(context.arena);
    const std::size_t n = std::min(kInferenceRows, x.rows - first);
    const Matrix pre = context.arena.matrix(n, n_pre);
    forward_rows(x.slice_rows(first, n), y.slice_rows(first, n), pre, context.arena, view);
    record(pre, view);
  }
}

void GateLayer::backward(Matrix dx, Matrix dy, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix pre = context.tape.pop(), y = context.tape.pop(), x = context.tape.pop();
  const Matrix dout = context.arena.matrix(dx.rows, dx.cols);
  std::copy_n(dx.data, dx.size(), dout.data);
  std::fill_n(dx.data, dx.size(), 0.0F);
  gate_.backward({.dx = dx, .dy = dy, .dout = dout, .pre = pre, .x = x, .y = y}, products_, context);
}

}  // namespace eegate
