#include "model/layers/gate_layer.h"

#include <algorithm>
#include <vector>

#include "base/portable_math.h"
#include "kernels/gate.h"
#include "kernels/gate_gradient.h"

namespace eegate {
GateLayer::GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : kind_(config.gate), width_(config.embedding.dim), n_pre_(width_) {
  const auto part = [&](const char* weight, float bias_sign = 0) {
    return Linear::Part{prefix + "." + weight, bias_sign == 0 ? std::string() : prefix + ".b_g", bias_sign};
  };
  using Parts = std::vector<Linear::Part>;
  switch (kind_) {
    case GateKind::kInput:
      from_x_.emplace(weights, Parts{part("w_g")});
      break;
    case GateKind::kOutput:
      from_x_.emplace(weights, Parts{part("w_g", -1)});
      break;
    case GateKind::kHighway:
      from_x_.emplace(weights, Parts{part("w_g", 1)});
      break;
    case GateKind::kSigTanh:
      from_y_.emplace(weights, Parts{part("w_g", -1), part("u_g")});
      n_pre_ = 2 * width_;
      break;
    case GateKind::kGru:
      from_y_.emplace(weights, Parts{part("w_r"), part("w_z", config.gate_bias_plus ? 1.0F : -1.0F), part("w_g")});
      from_x_.emplace(weights, Parts{part("u_r"), part("u_z")});
      from_reset_.emplace(weights, Parts{part("u_g")});
      n_pre_ = 3 * width_;
      break;
  }
}

void GateLayer::force_open(Matrix pre) const {
  constexpr float kFar = 40;
  const Matrix g = deciding(pre);
  for (std::size_t i = 0; i < g.rows; ++i) std::ranges::fill(g.row(i), kind_ == GateKind::kHighway ? -kFar : kFar);
}

void GateLayer::look_at(Matrix pre, const GateView& view) const {
  if (view.openness == nullptr) return;
  // A highway gate weighs the stream: what is new has the rest.
  const double sign = kind_ == GateKind::kHighway ? 1 : -1;
  const Matrix g = deciding(pre);
  for (std::size_t i = 0; i < g.rows; ++i) {
    for (const float value : g.row(i))
      view.openness->push_back(static_cast<float>(1 / (1 + portable::exp(sign * static_cast<double>(value)))));
  }
  if (kind_ != GateKind::kSigTanh && kind_ != GateKind::kGru) return;
  const Matrix candidate = pre.slice_cols(n_pre_ - width_, width_);
  for (std::size_t i = 0; i < candidate.rows; ++i) {
    for (const float value : candidate.row(i))
      view.candidate->push_back(static_cast<float>(2 / (1 + portable::exp(-2 * static_cast<double>(value))) - 1));
  }
}

void GateLayer::forward_rows(Matrix x, ConstMatrix y, Matrix pre, Arena& arena, Forced forced) const {
  const bool open = forced == Forced::kOpen;
  if (kind_ == GateKind::kGru) {
    const ArenaScope scope(arena);
    const Matrix reset = arena.matrix(x.rows, width_);
    const Matrix rz = pre.slice_cols(0, 2 * width_), h = pre.slice_cols(2 * width_, width_);
    from_y_->forward(pre, y);
    from_x_->forward(rz, x, {.residual = rz});
    gru_reset(reset, pre.slice_cols(0, width_), x);
    from_reset_->forward(h, reset, {.residual = h});
    if (open) force_open(pre);
    gru_update(x, pre.slice_cols(width_, width_), h, x);
    return;
  }
  if (kind_ == GateKind::kSigTanh) {
    from_y_->forward(pre, y);
    if (open) force_open(pre);
    sigtanh_gate(x, pre.slice_cols(0, width_), pre.slice_cols(width_, width_), x);
    return;
  }
  from_x_->forward(pre, x);
  if (open) force_open(pre);
  switch (kind_) {
    case GateKind::kInput:
      return input_gate(x, pre, x, y);
    case GateKind::kOutput:
      return output_gate(x, pre, x, y);
    case GateKind::kHighway:
      return highway_gate(x, pre, x, y);
    case GateKind::kSigTanh:
    case GateKind::kGru:
      break;  // above
  }
  stop_at_our_mistake();
}

void GateLayer::forward(Matrix x, ConstMatrix y, const ForwardContext& context, const GateView& view) const {
  if (context.tape != nullptr) {
    context.keep(x);
    context.keep(y);
    forward_rows(x, y, context.kept(x.rows, n_pre_), context.arena, Forced::kNot);
    return;
  }
  if (view.forced == Forced::kClosed) {  // whatever the gate, the stream alone passes
    if (view.openness != nullptr) view.openness->assign(x.rows * x.cols, 0.0F);
    return;
  }
  for (std::size_t first = 0; first < x.rows; first += kInferenceRows) {
    const ArenaScope scope(context.arena);
    const std::size_t n = std::min(kInferenceRows, x.rows - first);
    const Matrix pre = context.arena.matrix(n, n_pre_);
    forward_rows(x.slice_rows(first, n), y.slice_rows(first, n), pre, context.arena, view.forced);
    look_at(pre, view);
  }
}

void GateLayer::gru_backward(Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix pre, ConstMatrix y, ConstMatrix x,
                             BackwardContext& context) const {
  const ConstMatrix r = pre.slice_cols(0, width_), z = pre.slice_cols(width_, width_),
                    h = pre.slice_cols(2 * width_, width_);
  const Matrix a = context.arena.matrix(x.rows, 3 * width_), reset = context.arena.matrix(x.rows, width_);
  const Matrix a_h = a.slice_cols(2 * width_, width_), v = context.arena.zeros(x.rows, width_);
  gru_update_gradient(a.slice_cols(width_, width_), a_h, dx, dout, z, h, x);
  gru_reset(reset, r, x);
  from_reset_->backward(v, a_h, reset, context);
  gru_reset_gradient(a.slice_cols(0, width_), dx, v, r, x);
  from_x_->backward(dx, a.slice_cols(0, 2 * width_), x, context);
  from_y_->backward(dy, a, y, context);
}

void GateLayer::backward(Matrix dx, Matrix dy, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix pre = context.tape.pop(), y = context.tape.pop(), x = context.tape.pop();
  const Matrix dout = context.arena.matrix(dx.rows, dx.cols);
  std::copy_n(dx.data, dx.size(), dout.data);
  std::fill_n(dx.data, dx.size(), 0.0F);
  if (kind_ == GateKind::kGru) return gru_backward(dx, dy, dout, pre, y, x, context);
  const Matrix a = context.arena.matrix(x.rows, n_pre_);
  if (kind_ == GateKind::kSigTanh) {
    sigtanh_gate_gradient(a.slice_cols(0, width_), a.slice_cols(width_, width_), dx, dout, pre.slice_cols(0, width_),
                          pre.slice_cols(width_, width_));
    return from_y_->backward(dy, a, y, context);
  }
  gate_gradient(a, dx, dy, dout, pre, x, y);
  from_x_->backward(dx, a, x, context);
}

void GateLayer::gate_gradient(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix pre, ConstMatrix x,
                              ConstMatrix y) const {
  switch (kind_) {
    case GateKind::kInput:
      return input_gate_gradient(a, dx, dy, dout, pre, x);
    case GateKind::kOutput:
      return output_gate_gradient(a, dx, dy, dout, pre, y);
    case GateKind::kHighway:
      return highway_gate_gradient(a, dx, dy, dout, pre, x, y);
    case GateKind::kSigTanh:
    case GateKind::kGru:
      break;  // in backward()
  }
  stop_at_our_mistake();
}

}  // namespace eegate
