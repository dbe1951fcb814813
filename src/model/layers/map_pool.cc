#include "model/layers/map_pool.h"

#include <algorithm>
#include <cassert>

#include "kernels/rows.h"

namespace eegate {
namespace {

// Windows along one axis.
struct Axis {
  Axis(std::size_t n, std::size_t window, std::size_t stride, bool same) : n_(n), window_(window), stride_(stride) {
    if (!same) {
      assert(n >= window && "the pool is longer than the map: the configuration should have been refused");
      count = (n - window) / stride + 1;
      return;
    }
    count = (n + stride - 1) / stride;
    const std::size_t covered = (count - 1) * stride + window;
    pad_ = covered > n ? (covered - n) / 2 : 0;
  }
  std::size_t begin(std::size_t i) const { return i * stride_ > pad_ ? i * stride_ - pad_ : 0; }
  // Padding before and after.
  std::size_t before() const { return pad_; }
  std::size_t behind() const {
    const std::size_t covered = (count - 1) * stride_ + window_;
    return covered > n_ + pad_ ? covered - n_ - pad_ : 0;
  }
  std::size_t end(std::size_t i) const { return std::min(n_, i * stride_ + window_ - pad_); }
  std::size_t count = 0;

 private:
  std::size_t n_, window_, stride_, pad_ = 0;
};

// The first point in [begin, end) whose value is `largest`.
std::size_t place_of(const float* values, std::size_t n_maps, std::size_t begin, std::size_t end, float largest) {
  while (begin < end && values[begin * n_maps] != largest) ++begin;
  return begin;
}

}  // namespace

MapShape MapPool::out_shape(const MapShape& in) const {
  return {in.frames, Axis(in.height, window_.height, stride_.height, same_).count,
          Axis(in.width, window_.width, stride_.width, same_).count, in.maps};
}

template <class Work>
void MapPool::for_windows(const MapShape& in, const MapShape& out, const Work& work) const {
  const Axis rows(in.height, window_.height, stride_.height, same_),
      cols(in.width, window_.width, stride_.width, same_);
  for (std::size_t y = 0; y < out.height; ++y) {
    for (std::size_t x = 0; x < out.width; ++x) {
      for (std::size_t r = rows.begin(y); r < rows.end(y); ++r) {
        work(y * out.width + x, r * in.width + cols.begin(x), r * in.width + cols.end(x), r == rows.begin(y));
      }
    }
  }
}

void MeanPool::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  assert(!same_);
  const float share = 1.0F / static_cast<float>(window_.height * window_.width);
  std::fill_n(out.data, out.n_trials * out.shape.size(), 0.0F);
  for (std::size_t i = 0; i < in.n_trials * in.shape.frames; ++i) {
    const ConstMatrix points = in.frame(0, i);
    const Matrix means = out.frame(0, i);
    for_windows(in.shape, out.shape, [&](std::size_t to, std::size_t begin, std::size_t end, bool) {
      for (std::size_t p = begin; p < end; ++p) add_scaled(means.row(to), points.row(p), share);
    });
  }
}

void MeanPool::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  const float share = 1.0F / static_cast<float>(window_.height * window_.width);
  std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t i = 0; i < in.n_trials * in.shape.frames; ++i) {
    const Matrix points = din.frame(0, i), means = dout.frame(0, i);
    for_windows(in.shape, dout.shape, [&](std::size_t from, std::size_t begin, std::size_t end, bool) {
      for (std::size_t p = begin; p < end; ++p) add_scaled(points.row(p), means.row(from), share);
    });
  }
}

void MaxPool::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t i = 0; i < in.n_trials * in.shape.frames; ++i) {
    const ConstMatrix points = in.frame(0, i);
    const Matrix maxima = out.frame(0, i);
    for_windows(in.shape, out.shape, [&](std::size_t to, std::size_t begin, std::size_t end, bool is_first) {
      if (is_first) std::ranges::copy(points.row(begin), maxima.row(to).begin());
      max_rows(maxima.row(to), points.slice_rows(begin, end - begin));
    });
  }
}

void MaxPool::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  if (din.data == nullptr) return;
  const ArenaScope scope(context.arena);
  const std::size_t n_maps = in.shape.maps;
  const std::span<float> rest = context.arena.floats(n_maps);  // gradient whose maximum is not yet found
  std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t i = 0; i < in.n_trials * in.shape.frames; ++i) {
    const ConstMatrix points = in.frame(0, i), maxima = out.frame(0, i);
    const Matrix dpoints = din.frame(0, i), dmaxima = dout.frame(0, i);
    for_windows(in.shape, out.shape, [&](std::size_t from, std::size_t begin, std::size_t end, bool is_first) {
      if (is_first) std::ranges::copy(dmaxima.row(from), rest.begin());
      for (std::size_t m = 0; m < n_maps; ++m) {
        const std::size_t p = place_of(points.data + m, n_maps, begin, end, maxima.row(from)[m]);
        if (p < end) dpoints.row(p)[m] += std::exchange(rest[m], 0.0F);
      }
    });
  }
}

onnx::Value MapPool::pool(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape,
                          std::string_view op) const {
  const Axis rows(shape.height, window_.height, stride_.height, same_),
      columns(shape.width, window_.width, stride_.width, same_);
  const auto pair = [](const Extent& e) { return onnx::Ints{onnx::extent(e.height), onnx::extent(e.width)}; };
  std::vector<OnnxAttribute> attributes = {{"kernel_shape", pair(window_)}, {"strides", pair(stride_)}};
  if (same_) {
    onnx::Ints pads = pair({rows.before(), columns.before()}), behind = pair({rows.behind(), columns.behind()});
    pads.insert(pads.end(), behind.begin(), behind.end());
    attributes.push_back({"pads", std::move(pads)});
  }
  return g.add(op, {in}, std::move(attributes));
}

}  // namespace eegate
