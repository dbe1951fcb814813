#include "model/layers/merge.h"

#include <algorithm>

#include "model/onnx/layers.h"

namespace eegate {

void Merge::forward(Tensor3 merged, ConstTensor3 x, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  // In memory two consecutive tokens are one row of twice the width.
  const Tensor3 pairs = context.arena.tensor3(x.d0, merged.d1, merged.d2);
  const std::size_t n = x.d1 * x.d2, n_padded = merged.d1 * merged.d2;
  for (std::size_t b = 0; b < x.d0; ++b) {
    std::copy_n(x.data + b * n, n, pairs.data + b * n_padded);
    std::fill_n(pairs.data + b * n_padded + n, n_padded - n, 0.0F);
  }
  linear_.forward(merged.rows(), norm_.forward_saved(pairs.rows(), context));
}

void Merge::backward(Tensor3 dx, ConstTensor3 dmerged, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dnormed = context.arena.matrix(dmerged.d0 * dmerged.d1, dmerged.d2),
               dpairs = context.arena.matrix(dnormed.rows, dnormed.cols);
  std::fill_n(dnormed.data, dnormed.size(), 0.0F);
  std::fill_n(dpairs.data, dpairs.size(), 0.0F);
  linear_.backward(dnormed, dmerged.rows(), context.tape.pop(), context);
  norm_.backward(dpairs, dnormed, context);
  const std::size_t n = dx.d1 * dx.d2, n_padded = dmerged.d1 * dmerged.d2;
  for (std::size_t b = 0; b < dx.d0; ++b) std::copy_n(dpairs.data + b * n_padded, n, dx.data + b * n);
}

onnx::Value Merge::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_tokens) const {
  g.set_place(prefix_);
  const onnx::Value even = n_tokens % 2 == 1 ? g.add("Pad", {x, g.integers({0, 0, 0, 0, 1, 0})}) : x;
  const std::size_t width = linear_.n_in();
  const onnx::Value pairs = g.reshape(even, {0, onnx::extent(n_merged(n_tokens)), onnx::extent(width)});
  return onnx::times(g, norm_.to_onnx(g, pairs, width), prefix_ + ".weight");
}

}  // namespace eegate
