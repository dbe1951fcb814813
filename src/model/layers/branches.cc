#include "model/layers/branches.h"

#include <algorithm>

#include "kernels/rows.h"

namespace eegate {
namespace {

void copy_rows(Matrix to, ConstMatrix from) {
  for (std::size_t i = 0; i < to.rows; ++i) std::copy_n(from.data + i * from.stride, to.cols, to.data + i * to.stride);
}

}  // namespace

MapShape Branches::out_shape(const MapShape& in) const {
  MapShape shape = chains_.front().out_shape(in);
  for (std::size_t i = 1; i < chains_.size(); ++i) shape.maps += chains_[i].out_shape(in).maps;
  return shape;
}

std::size_t Branches::n_saved() const {
  std::size_t n = 0;
  for (const Chain& chain : chains_) n += chain.n_saved() + 1;
  return n;
}

void Branches::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  std::size_t first = 0;
  for (const Chain& chain : chains_) {
    const ArenaScope scope(context.arena);
    const MapShape shape = chain.out_shape(in.shape);
    const Maps part(context.saved(in.n_trials, shape.size()).data, in.n_trials, shape);
    chain.forward(part, in, context);
    copy_rows(out.points().slice_cols(first, shape.maps), part.points());
    first += shape.maps;
  }
}

void Branches::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  std::size_t end = out.shape.maps;
  const bool wanted = din.data != nullptr;
  if (wanted) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t i = chains_.size(); i-- > 0;) {
    const ArenaScope scope(context.arena);
    const Chain& chain = chains_[i];
    const MapShape shape = chain.out_shape(in.shape);
    const std::size_t n = in.n_trials;
    end -= shape.maps;
    const Maps dpart(context.arena.floats(n * shape.size()).data(), n, shape);
    copy_rows(dpart.points(), dout.points().slice_cols(end, shape.maps));
    const Maps dsource(wanted ? context.arena.floats(n * in.shape.size()).data() : nullptr, n, in.shape);
    chain.backward(dsource, dpart, in, {context.tape.peek(chain.n_saved()).data, n, shape}, context);
    context.tape.pop();
    if (wanted) add_rows(din.points(), dsource.points());
  }
}

void Branches::set_weights(const Weights& weights) {
  for (Chain& chain : chains_) chain.set_weights(weights);
}

void Residual::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Maps change(context.saved(in.n_trials, in.shape.size()).data, in.n_trials, in.shape);
  chain_.forward(change, in, context);
  std::copy_n(in.data, in.n_trials * in.shape.size(), out.data);
  add_rows(out.points(), change.points());
}

void Residual::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n = in.n_trials * in.shape.size();
  const Matrix passed = context.arena.matrix(in.n_trials, in.shape.size());
  std::copy_n(dout.data, n, passed.data);
  chain_.backward(din, dout, in, {context.tape.peek(chain_.n_saved()).data, in.n_trials, in.shape}, context);
  context.tape.pop();
  if (din.data != nullptr) add_rows(din.trials(), passed);
}

onnx::Value Branches::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  std::vector<onnx::Value> parts;
  for (const Chain& chain : chains_) parts.push_back(chain.to_onnx(g, in, shape));
  return g.concat(std::move(parts), 1);
}

onnx::Value Residual::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  return g.add("Add", {chain_.to_onnx(g, in, shape), in});
}

}  // namespace eegate
