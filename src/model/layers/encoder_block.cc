#include "model/layers/encoder_block.h"

#include <algorithm>

#include "base/options.h"
#include "kernels/activation.h"
#include "kernels/rows.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

constexpr std::uint64_t kSitesPerBlock = 4;

std::string block_name(std::size_t index) { return "blocks." + std::to_string(index); }

Matrix zeros_like(ConstMatrix x, Arena& arena) {
  const Matrix m = arena.matrix(x.rows, x.cols);
  std::fill_n(m.data, m.size(), 0.0F);
  return m;
}

Matrix copy_of(ConstMatrix x, Arena& arena) {
  const Matrix m = arena.matrix(x.rows, x.cols);
  std::copy_n(x.data, x.size(), m.data);
  return m;
}

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

void EncoderBlock::list_tensors(TensorList& list, std::size_t index, const TransformerConfig& config) {
  const std::string prefix = block_name(index);
  Norm::list_tensors(list, prefix + ".norm1", config);
  Norm::list_tensors(list, prefix + ".norm2", config);
  AttentionLayer::list_tensors(list, prefix + ".attn", config);
  FeedForward::list_tensors(list, prefix + ".ffn", config);
  if (config.block != BlockKind::kGated) return;
  GateLayer::list_tensors(list, prefix + ".gate1", config);
  GateLayer::list_tensors(list, prefix + ".gate2", config);
}

EncoderBlock::EncoderBlock(const Weights& weights, std::size_t index, std::size_t index_in_stage,
                           const TransformerConfig& config)
    : prefix_(block_name(index)),
      width_(config.embedding.dim),
      kind_(config.block),
      relu_before_gate_(config.relu_before_gate),
      attn_residual_(config.attn_residual),
      attn_rate_(config.dropout.attn_out),
      ffn_rate_(config.dropout.ffn_out),
      first_site_(index * kSitesPerBlock),
      norm1_(weights, block_name(index) + ".norm1", config.batch_norm, config.norm_eps),
      norm2_(weights, block_name(index) + ".norm2", config.batch_norm, config.norm_eps),
      attention_(weights, block_name(index) + ".attn", config, index_in_stage, first_site_ + 3),
      ffn_(weights, block_name(index) + ".ffn", config, first_site_ + 2) {
  if (kind_ != BlockKind::kGated) return;
  gate1_.emplace(weights, block_name(index) + ".gate1", config);
  gate2_.emplace(weights, block_name(index) + ".gate2", config);
}

void EncoderBlock::set_weights(const Weights& weights) {
  norm1_.set_weights(weights);
  norm2_.set_weights(weights);
  attention_.set_weights(weights);
  ffn_.set_weights(weights);
  if (gate1_) gate1_->set_weights(weights);
  if (gate2_) gate2_->set_weights(weights);
}

void EncoderBlock::attend(Matrix out, ConstMatrix x, ConstMatrix residual, const TokenOrder& order,
                          const ForwardContext& context, const BlockView& view) const {
  if (context.dropout == nullptr || residual.data == nullptr) {
    attention_.forward(out, x, order, {.residual = residual}, context, view);
    return context.drop(out, attn_rate_, first_site_);
  }
  const ArenaScope scope(context.arena);
  const Matrix sum = copy_of(residual, context.arena);  // dropout does not apply to the residual
  attention_.forward(out, x, order, {}, context, view);
  context.drop(out, attn_rate_, first_site_);
  add_rows(out, sum);
}

void EncoderBlock::feed(Matrix out, ConstMatrix x, ConstMatrix residual, const ForwardContext& context,
                        const BlockView& view) const {
  if (context.dropout == nullptr || residual.data == nullptr) {
    ffn_.forward(out, x, residual, context, view.trace == nullptr ? nullptr : &view.trace->ffn_hidden);
    return context.drop(out, ffn_rate_, first_site_ + 1);
  }
  const ArenaScope scope(context.arena);
  const Matrix sum = copy_of(residual, context.arena);
  ffn_.forward(out, x, {}, context);
  context.drop(out, ffn_rate_, first_site_ + 1);
  add_rows(out, sum);
}

void EncoderBlock::attend_backward(Matrix dx, ConstMatrix dout, const TokenOrder& order,
                                   BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dropped = copy_of(dout, context.arena);
  context.drop(dropped, attn_rate_, first_site_);
  attention_.backward(dx, dropped, order, context);
}

void EncoderBlock::feed_backward(Matrix dx, ConstMatrix dout, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dropped = copy_of(dout, context.arena);
  context.drop(dropped, ffn_rate_, first_site_ + 1);
  ffn_.backward(dx, dropped, context);
}

void EncoderBlock::post_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const {
  const Matrix dsum = zeros_like(dx, context.arena);
  norm2_.backward(dsum, dx, context);
  std::copy_n(dsum.data, dsum.size(), dx.data);  // through the residual
  feed_backward(dx, dsum, context);
  std::fill_n(dsum.data, dsum.size(), 0.0F);
  norm1_.backward(dsum, dx, context);
  std::fill_n(dx.data, dx.size(), 0.0F);
  if (attn_residual_) add_rows(dx, dsum);
  attend_backward(dx, dsum, order, context);
}

void EncoderBlock::pre_ln_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const {
  const Matrix dnormed = zeros_like(dx, context.arena);
  feed_backward(dnormed, dx, context);
  norm2_.backward(dx, dnormed, context);
  std::fill_n(dnormed.data, dnormed.size(), 0.0F);
  attend_backward(dnormed, dx, order, context);
  norm1_.backward(dx, dnormed, context);
}

void EncoderBlock::gated_backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const {
  const Matrix dy = zeros_like(dx, context.arena), dnormed = zeros_like(dx, context.arena);
  gate2_->backward(dx, dy, context);
  if (relu_before_gate_) activation_gradient(Activation::kRelu, dy.flat(), context.tape.pop().flat());
  feed_backward(dnormed, dy, context);
  norm2_.backward(dx, dnormed, context);
  std::fill_n(dy.data, dy.size(), 0.0F);
  std::fill_n(dnormed.data, dnormed.size(), 0.0F);
  gate1_->backward(dx, dy, context);
  if (relu_before_gate_) activation_gradient(Activation::kRelu, dy.flat(), context.tape.pop().flat());
  attend_backward(dnormed, dy, order, context);
  norm1_.backward(dx, dnormed, context);
}

template <class SubLayer>
Matrix EncoderBlock::join(Matrix x, Matrix y, bool has_stream, const std::optional<GateLayer>& gate,
                          const BranchView& view, const ForwardContext& context, const SubLayer& sub_layer) const {
  if (!gate && view.is_plain) {  // the sub-layer's last matrix product adds the residual
    const Matrix sum = kind_ == BlockKind::kPostLn ? y : x;
    sub_layer(sum, has_stream ? ConstMatrix(x) : ConstMatrix());
    return sum;
  }
  sub_layer(y, ConstMatrix());
  if (gate && relu_before_gate_) {
    activate(Activation::kRelu, y.flat());
    context.save(y);
  }
  if (gate) {
    gate->forward(x, y, context, view.gate);
  } else {
    if (!has_stream) std::fill_n(x.data, x.size(), 0.0F);
    if (view.gate.forced != Forced::kClosed) add_rows(x, y);
  }
  if (view.output != nullptr) *view.output = values_of(y);
  return x;
}

// post_ln  x1 = LN1(x + MHA(x)),           x2 = LN2(x1 + FFN(x1))
// pre_ln   x1 = x + MHA(LN1(x)),           x2 = x1 + FFN(LN2(x1))
// gated    x1 = G1(x, rho(MHA(LN1(x)))),   x2 = G2(x1, rho(FFN(LN2(x1)))),   rho = ReLU or the identity
void EncoderBlock::forward(Matrix x, const TokenOrder& order, const ForwardContext& context,
                           const BlockView& view) const {
  const ArenaScope scope(context.arena);
  const bool norm_first = kind_ != BlockKind::kPostLn;
  const bool needs_room = kind_ != BlockKind::kPreLn || !view.is_plain();
  const Matrix y = needs_room ? context.arena.matrix(x.rows, x.cols) : Matrix();
  // The input of a sub-layer: the normalised stream, or the stream itself.
  const auto input_of = [&](const Norm& norm) -> ConstMatrix {
    if (norm_first) return norm.forward_saved(x, context);
    context.save(x);
    return x;
  };

  const ConstMatrix attended = input_of(norm1_);
  view.record(&BlockTrace::attention_input, attended);
  const bool has_stream = attn_residual_ || view.attention() == Forced::kClosed;
  Matrix joined = join(x, y, has_stream, gate1_, view.of_attention(), context, [&](Matrix out, ConstMatrix residual) {
    attend(out, attended, residual, order, context, view);
  });
  if (!norm_first) norm1_.forward(x, joined, context);
  view.record(&BlockTrace::middle, x);

  const ConstMatrix fed = input_of(norm2_);
  view.record(&BlockTrace::ffn_input, fed);
  joined = join(x, y, true, gate2_, view.of_feed_forward(), context,
                [&](Matrix out, ConstMatrix residual) { feed(out, fed, residual, context, view); });
  if (!norm_first) norm2_.forward(x, joined, context);
}

void EncoderBlock::backward(Matrix dx, const TokenOrder& order, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  switch (kind_) {
    case BlockKind::kPostLn:
      return post_ln_backward(dx, order, context);
    case BlockKind::kPreLn:
      return pre_ln_backward(dx, order, context);
    case BlockKind::kGated:
      return gated_backward(dx, order, context);
  }
}

onnx::Value EncoderBlock::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, const TokenOrder& order) const {
  const auto normed = [&](const Norm& norm, const onnx::Value& v) {
    g.set_place(prefix_);
    return norm.to_onnx(g, v, width_);
  };
  const auto sum = [&](const onnx::Value& a, const onnx::Value& b) { return g.add("Add", {a, b}); };
  const auto gated = [&](const GateLayer& gate, const onnx::Value& stream, const onnx::Value& y) {
    return gate.to_onnx(g, stream, relu_before_gate_ ? onnx::activation(g, y, Activation::kRelu) : y);
  };
  switch (kind_) {
    case BlockKind::kPostLn: {
      const onnx::Value a = attention_.to_onnx(g, x, order);
      const onnx::Value y = normed(norm1_, attn_residual_ ? sum(x, a) : a);
      return normed(norm2_, sum(y, ffn_.to_onnx(g, y)));
    }
    case BlockKind::kPreLn: {
      const onnx::Value y = sum(x, attention_.to_onnx(g, normed(norm1_, x), order));
      return sum(y, ffn_.to_onnx(g, normed(norm2_, y)));
    }
    case BlockKind::kGated: {
      const onnx::Value y = gated(*gate1_, x, attention_.to_onnx(g, normed(norm1_, x), order));
      return gated(*gate2_, y, ffn_.to_onnx(g, normed(norm2_, y)));
    }
  }
  abort_on_internal_error();
}

// How many matrices a block saves depends on its configuration: they are counted in a forward pass of one token.
EncoderLayer::EncoderLayer(const Weights& weights, std::size_t index, const TransformerConfig& config)
    : config_(config), block_(weights, index, index, config) {
  Arena arena;
  Tape tape;
  const Matrix x = arena.zeros(1, config.embedding.dim);
  block_.forward(x, counted_order(config, 1), {.arena = arena, .tape = &tape});
  n_saved_ = tape.size();
}

void EncoderLayer::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  if (out.data != in.data) std::copy_n(in.data, in.trials().size(), out.data);
  block_.forward(out.points(), order_of(in.shape), context);
}

void EncoderLayer::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext& context) const {
  block_.backward(dout.points(), order_of(dout.shape), context);
  if (din.data != nullptr) std::copy_n(dout.data, dout.trials().size(), din.data);
}

// Networks of sequences are not exported.
onnx::Value EncoderLayer::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                  const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

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
