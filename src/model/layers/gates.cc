#include "model/layers/gates.h"

#include <algorithm>

#include "base/portable_math.h"
#include "kernels/gate.h"
#include "model/onnx/layers.h"

namespace eegate {

GateProducts::GateProducts(const Weights& weights, const std::string& prefix, std::span<const GateMatrix> matrices,
                           bool bias_plus) {
  for (const GateInput input : {GateInput::kStream, GateInput::kSublayer, GateInput::kResetStream}) {
    std::vector<Linear::Part> parts;
    for (const GateMatrix& matrix : matrices) {
      if (matrix.input != input) continue;
      parts.push_back({prefix + "." + std::string(matrix.name), matrix.bias_sign == 0 ? "" : prefix + ".b_g",
                       bias_plus ? -matrix.bias_sign : matrix.bias_sign});
    }
    if (!parts.empty()) products_[static_cast<std::size_t>(input)].emplace(weights, parts);
  }
}

void GateProducts::set_weights(const Weights& weights) {
  for (std::optional<Linear>& product : products_) {
    if (product) product->set_weights(weights);
  }
}

bool Gate::has_bias() const {
  return std::ranges::any_of(form.matrices, [](const GateMatrix& matrix) { return matrix.bias_sign != 0; });
}

void Gate::multiply(Matrix pre, ConstMatrix x, ConstMatrix y, const GateProducts& w, Arena& /*arena*/) const {
  const GateInput input = form.matrices[0].input;
  w.of(input).forward(pre, input == GateInput::kStream ? x : y);
}

void Gate::backward(const GateGradient& d, const GateProducts& w, BackwardContext& context) const {
  const Matrix a = context.arena.matrix(d.x.rows, d.pre.cols);
  combine_gradient(a, d);
  const GateInput input = form.matrices[0].input;
  const bool of_stream = input == GateInput::kStream;
  w.of(input).backward(of_stream ? d.dx : d.dy, a, of_stream ? d.x : d.y, context);
}

onnx::Value GateInOnnx::product(const char* matrix, const onnx::Value& of) const {
  return onnx::times(g, of, prefix + "." + matrix);
}

onnx::Value GateInOnnx::sigmoid(const onnx::Value& product, float bias_sign) const {
  const bool added = (bias_plus ? -bias_sign : bias_sign) > 0;
  return g.add("Sigmoid", {g.add(added ? "Add" : "Sub", {product, g.weight(prefix + ".b_g")})});
}

namespace gates {
namespace {

// to + share * what
onnx::Value plus_weighed(const GateInOnnx& in, const onnx::Value& to, const onnx::Value& share,
                         const onnx::Value& what) {
  return in.g.add("Add", {to, in.g.add("Mul", {share, what})});
}

// The E columns of one pre-activation.
template <class M>
M part(const M& pre, std::size_t index, std::size_t width) {
  return pre.slice_cols(index * width, width);
}

}  // namespace

void Input::combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const { input_gate(out, pre, x, y); }

void Input::combine_gradient(Matrix a, const GateGradient& d) const {
  input_gate_gradient(a, d.dx, d.dy, d.dout, d.pre, d.x);
}

onnx::Value Input::to_onnx(const GateInOnnx& in) const {
  const onnx::Value share = in.g.add("Sigmoid", {in.product("w_g", in.x)});
  return in.g.add("Add", {in.g.add("Mul", {share, in.x}), in.y});
}

void Output::combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const { output_gate(out, pre, x, y); }

void Output::combine_gradient(Matrix a, const GateGradient& d) const {
  output_gate_gradient(a, d.dx, d.dy, d.dout, d.pre, d.y);
}

onnx::Value Output::to_onnx(const GateInOnnx& in) const {
  return plus_weighed(in, in.x, in.sigmoid(in.product("w_g", in.x), -1), in.y);
}

void Highway::combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix y) const { highway_gate(out, pre, x, y); }

void Highway::combine_gradient(Matrix a, const GateGradient& d) const {
  highway_gate_gradient(a, d.dx, d.dy, d.dout, d.pre, d.x, d.y);
}

onnx::Value Highway::to_onnx(const GateInOnnx& in) const {  // s x + (1 - s) y
  const onnx::Value share = in.sigmoid(in.product("w_g", in.x), 1);
  return plus_weighed(in, in.y, share, in.g.add("Sub", {in.x, in.y}));
}

void SigTanh::combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix /*y*/) const {
  sigtanh_gate(out, part(pre, 0, x.cols), part(pre, 1, x.cols), x);
}

void SigTanh::combine_gradient(Matrix a, const GateGradient& d) const {
  const std::size_t width = d.x.cols;
  sigtanh_gate_gradient(part(a, 0, width), part(a, 1, width), d.dx, d.dout, part(d.pre, 0, width),
                        part(d.pre, 1, width));
}

onnx::Value SigTanh::to_onnx(const GateInOnnx& in) const {
  const onnx::Value share = in.sigmoid(in.product("w_g", in.y), -1);
  return plus_weighed(in, in.x, share, in.g.add("Tanh", {in.product("u_g", in.y)}));
}

void Gru::multiply(Matrix pre, ConstMatrix x, ConstMatrix y, const GateProducts& w, Arena& arena) const {
  const ArenaScope scope(arena);
  const std::size_t width = x.cols;
  const Matrix reset = arena.matrix(x.rows, width);
  const Matrix rz = pre.slice_cols(0, 2 * width), h = part(pre, 2, width);
  w.of(GateInput::kSublayer).forward(pre, y);
  w.of(GateInput::kStream).forward(rz, x, {.residual = rz});
  gru_reset(reset, part(pre, 0, width), x);
  w.of(GateInput::kResetStream).forward(h, reset, {.residual = h});
}

void Gru::combine(Matrix out, ConstMatrix pre, ConstMatrix x, ConstMatrix /*y*/) const {
  gru_update(out, part(pre, 1, x.cols), part(pre, 2, x.cols), x);
}

void Gru::combine_gradient(Matrix a, const GateGradient& d) const {
  const std::size_t width = d.x.cols;
  gru_update_gradient(part(a, 1, width), part(a, 2, width), d.dx, d.dout, part(d.pre, 1, width), part(d.pre, 2, width),
                      d.x);
}

void Gru::backward(const GateGradient& d, const GateProducts& w, BackwardContext& context) const {
  const std::size_t width = d.x.cols;
  const Matrix a = context.arena.matrix(d.x.rows, 3 * width), reset = context.arena.matrix(d.x.rows, width),
               v = context.arena.zeros(d.x.rows, width);
  combine_gradient(a, d);
  gru_reset(reset, part(d.pre, 0, width), d.x);
  w.of(GateInput::kResetStream).backward(v, part(a, 2, width), reset, context);
  gru_reset_gradient(part(a, 0, width), d.dx, v, part(d.pre, 0, width), d.x);
  w.of(GateInput::kStream).backward(d.dx, a.slice_cols(0, 2 * width), d.x, context);
  w.of(GateInput::kSublayer).backward(d.dy, a, d.y, context);
}

onnx::Value Gru::to_onnx(const GateInOnnx& in) const {
  const auto both = [&](const char* of_y, const onnx::Value& other, const char* of_x) {
    return in.g.add("Add", {in.product(of_y, in.y), in.product(of_x, other)});
  };
  const onnx::Value r = in.g.add("Sigmoid", {both("w_r", in.x, "u_r")});
  const onnx::Value z = in.sigmoid(both("w_z", in.x, "u_z"), -1);
  const onnx::Value h = in.g.add("Tanh", {both("w_g", in.g.add("Mul", {r, in.x}), "u_g")});
  return plus_weighed(in, in.x, z, in.g.add("Sub", {h, in.x}));  // (1 - z) x + z h
}

}  // namespace gates

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
