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
      const ConstMatrix piece = in.frame(b, 0).slice_rows(i * hop_, length_);
      std::ranges::copy(piece.flat(), out.frame(b, i).data);
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

}  // namespace eegate
