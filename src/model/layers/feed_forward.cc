#include "model/layers/feed_forward.h"

#include <algorithm>

#include "kernels/activation.h"
#include "kernels/rows.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

Activation activation_of(FfnActivation activation) {
  switch (activation) {
    case FfnActivation::kRelu:
      return Activation::kRelu;
    case FfnActivation::kGelu:
      return Activation::kGelu;
    case FfnActivation::kGeluTanh:
      return Activation::kGeluTanh;
  }
  abort_on_internal_error();
}

}  // namespace

FeedForward::FeedForward(const Weights& weights, const std::string& prefix, const TransformerConfig& config,
                         std::uint64_t dropout_site)
    : prefix_(prefix),
      activation_(activation_of(config.activation)),
      hidden_rate_(config.dropout.ffn_hidden),
      hidden_site_(dropout_site),
      first_(weights, prefix + ".0"),
      second_(weights, prefix + ".1") {}

void FeedForward::forward(Matrix out, ConstMatrix x, ConstMatrix residual, const ForwardContext& context,
                          std::vector<float>* hidden_values) const {
  if (context.tape == nullptr) {
    for (std::size_t first = 0; first < x.rows; first += kInferenceRows) {
      const ArenaScope scope(context.arena);
      const std::size_t n = std::min(kInferenceRows, x.rows - first);
      const Matrix hidden = context.arena.matrix(n, first_.n_out());
      const ConstMatrix rest = residual.data == nullptr ? residual : residual.slice_rows(first, n);
      first_.forward(hidden, x.slice_rows(first, n), {.activation = activation_});
      second_.forward(out.slice_rows(first, n), hidden, {.residual = rest});
      if (hidden_values != nullptr)
        hidden_values->insert(hidden_values->end(), hidden.data, hidden.data + hidden.size());
    }
    return;
  }
  const Matrix hidden = context.saved(x.rows, first_.n_out());
  first_.forward(hidden, x);
  // The derivative of ReLU follows from its result; that of the others is saved.
  if (activation_ == Activation::kRelu)
    activate(activation_, hidden.flat());
  else
    activate_with_derivatives(activation_, hidden.flat(), context.saved(x.rows, first_.n_out()).flat());
  context.drop(hidden, hidden_rate_, hidden_site_);
  second_.forward(out, hidden, {.residual = residual});
}

void FeedForward::backward(Matrix dx, ConstMatrix dout, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const bool by_result = activation_ == Activation::kRelu;
  const ConstMatrix derivatives = by_result ? ConstMatrix() : context.tape.pop();
  const ConstMatrix hidden = context.tape.pop(), x = context.tape.pop();
  const Matrix dhidden = context.arena.matrix(hidden.rows, hidden.cols);
  std::fill_n(dhidden.data, dhidden.size(), 0.0F);
  second_.backward(dhidden, dout, hidden, context);
  context.drop(dhidden, hidden_rate_, hidden_site_);
  if (by_result)
    activation_gradient(activation_, dhidden.flat(), hidden.flat());
  else
    multiply(dhidden.flat(), derivatives.flat());
  first_.backward(dx, dhidden, x, context);
}

onnx::Value FeedForward::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x) const {
  g.set_place(prefix_);
  const onnx::Value hidden = onnx::activation(g, onnx::linear(g, x, prefix_ + ".0"), activation_);
  return onnx::linear(g, hidden, prefix_ + ".1");
}

}  // namespace eegate
