#include "model/layers/skip_gru.h"

#include "base/options.h"

namespace eegate {
namespace {

void halve(std::span<float> values) {
  for (float& value : values) value *= 0.5F;
}

}  // namespace

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
