#include "model/layers/sequence.h"

#include <algorithm>
#include <cassert>

#include "kernels/rows.h"

namespace eegate {

MapShape SlidingWindows::out_shape(const MapShape& in) const {
  const std::size_t needed = length_ + (strict_ ? 1 : 0);
  assert(in.frames == 1 && in.height == 1 && in.width >= needed);
  return {(in.width - needed) / hop_ + 1, 1, length_, in.maps};
}

void SlidingWindows::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    for (std::size_t i = 0; i < out.shape.frames; ++i) {
      const ConstMatrix window = in.frame(b, 0).slice_rows(i * hop_, length_);
      std::ranges::copy(window.flat(), out.frame(b, i).data);
    }
  }
}

void SlidingWindows::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext&) const {
  if (din.data == nullptr) return;
  std::fill_n(din.data, din.trials().size(), 0.0F);
  for (std::size_t b = 0; b < din.n_trials; ++b) {
    for (std::size_t i = 0; i < dout.shape.frames; ++i)
      add_rows(din.frame(b, 0).slice_rows(i * hop_, length_), dout.frame(b, i));
  }
}

void LastStep::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    for (std::size_t i = 0; i < in.shape.frames; ++i)
      std::ranges::copy(in.frame(b, i).row(in.shape.width - 1), out.frame(b, i).data);
  }
}

void LastStep::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext&) const {
  if (din.data == nullptr) return;
  std::fill_n(din.data, din.trials().size(), 0.0F);
  for (std::size_t b = 0; b < din.n_trials; ++b) {
    for (std::size_t i = 0; i < din.shape.frames; ++i)
      std::ranges::copy(dout.frame(b, i).row(0), din.frame(b, i).row(din.shape.width - 1).begin());
  }
}

void MeanOfFrames::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t b = 0; b < in.n_trials; ++b)
    mean_rows(out.trials().row(b), {in.trials().row(b).data(), in.shape.frames, in.shape.maps});
}

void MeanOfFrames::backward(Maps din, Maps dout, ConstMaps /*in*/, ConstMaps /*out*/, BackwardContext&) const {
  if (din.data == nullptr) return;
  std::fill_n(din.data, din.trials().size(), 0.0F);
  const float share = 1.0F / static_cast<float>(din.shape.frames);
  for (std::size_t b = 0; b < din.n_trials; ++b) {
    for (std::size_t i = 0; i < din.shape.frames; ++i) add_scaled(din.frame(b, i).row(0), dout.trials().row(b), share);
  }
}

onnx::Value SlidingWindows::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  const std::size_t n = out_shape(shape).frames;
  onnx::Ints steps;
  for (std::size_t window = 0; window < n; ++window) {
    for (std::size_t i = 0; i < length_; ++i) steps.push_back(onnx::extent(window * hop_ + i));
  }
  const onnx::Value cut = g.gather(in, g.integers(steps, {onnx::extent(n), onnx::extent(length_)}), 3);
  const onnx::Value windows = g.transpose(cut, {0, 3, 1, 2, 4});  // [B, n, F, 1, length]
  return g.reshape(windows, {-1, onnx::extent(shape.maps), 1, onnx::extent(length_)});
}

onnx::Value LastStep::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  return g.unsqueeze(g.gather(in, g.integer(onnx::extent(shape.width) - 1), 3), 3);
}

onnx::Value MeanOfFrames::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  const onnx::Value frames = g.reshape(in, {-1, onnx::extent(shape.frames), onnx::extent(shape.maps)});
  const onnx::Value mean = g.add("ReduceMean", {frames}, {{"axes", onnx::Ints{1}}, {"keepdims", std::int64_t{0}}});
  return g.reshape(mean, {-1, onnx::extent(shape.maps), 1, 1});
}

}  // namespace eegate
