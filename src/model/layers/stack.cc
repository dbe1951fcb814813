#include "model/layers/stack.h"

#include <algorithm>

namespace eegate {

std::vector<MapShape> Stack::shapes(std::size_t n_times) const {
  std::vector<MapShape> shapes = {{1, n_chans_, n_times, 1}};
  for (const Step& step : steps_)
    shapes.push_back(step.layer ? step.layer->out_shape(shapes.back()) : step.as(shapes.back()));
  return shapes;
}

// Without a tape two buffers take turns; the last layer writes the logits.
void Stack::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  const std::vector<MapShape> sizes = shapes(x.d2);
  context.n_trials = x.d0;
  if (context.tape != nullptr) return forward_kept(x, logits, sizes, context);
  const ArenaScope scope(context.arena);
  std::size_t largest = 0;
  for (std::size_t i = 1; i + 1 < sizes.size(); ++i) largest = std::max(largest, sizes[i].size());
  float* next = context.arena.floats(x.d0 * largest).data();
  float* free = context.arena.floats(x.d0 * largest).data();
  ConstMaps in(x.data, x.d0, sizes[0]);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!steps_[i].layer) {
      in.shape = sizes[i + 1];
      continue;
    }
    const Maps out(i + 1 == steps_.size() ? logits.data : next, x.d0, sizes[i + 1]);
    steps_[i].layer->forward(out, in, context);
    in = out;
    std::swap(next, free);
  }
}

void Stack::forward_kept(ConstTensor3 x, Matrix logits, const std::vector<MapShape>& sizes,
                         const ForwardContext& context) const {
  const Matrix input = context.kept(x.d0, sizes[0].size());
  std::copy_n(x.data, x.size(), input.data);
  ConstMaps in(input.data, x.d0, sizes[0]);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!steps_[i].layer) {
      in.shape = sizes[i + 1];
      continue;
    }
    const Maps out(context.kept(x.d0, sizes[i + 1].size()).data, x.d0, sizes[i + 1]);
    steps_[i].layer->forward(out, in, context);
    in = out;
  }
  std::copy_n(in.data, logits.size(), logits.data);
  // The last on the tape: what backward must know before it takes anything off.
  context.tape->push(x.d2, 0);
}

// The tape gives back, from the top: what a layer kept for itself, its output, and so on down to the input.
void Stack::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n = dlogits.rows, n_times = context.tape.pop().rows;
  context.n_trials = n;
  const std::vector<MapShape> sizes = shapes(n_times);
  std::size_t largest = 0;
  for (const MapShape& size : sizes) largest = std::max(largest, size.size());
  float* from = context.arena.floats(n * largest).data();
  float* to = context.arena.floats(n * largest).data();
  std::copy_n(dlogits.data, dlogits.size(), from);
  const std::ptrdiff_t first = first_layer();
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Layer* layer = steps_[i].layer.get();
    if (layer == nullptr) continue;
    // What the layer kept for itself lies above its output, and its output above its input.
    const ConstMaps out(context.tape.peek(layer->n_kept()).data, n, sizes[i + 1]),
        in(context.tape.peek(layer->n_kept() + 1).data, n, sizes[i]);
    float* const target = static_cast<std::ptrdiff_t>(i) == first ? dx.data : to;
    layer->backward({target, n, sizes[i]}, {from, n, sizes[i + 1]}, in, out, context);
    context.tape.pop();
    std::swap(from, to);
  }
  context.tape.pop();  // the input
}

std::ptrdiff_t Stack::first_layer() const {
  return std::find_if(steps_.begin(), steps_.end(), [](const Step& step) { return step.layer != nullptr; }) -
         steps_.begin();
}

// As many trials as keep the widest layer within a second-level cache, or as many as a layer wants.
std::size_t Stack::preferred_batch(std::size_t n_times) const {
  constexpr std::size_t kCachedValues = 1 << 17, kMostValues = 1 << 24;
  const std::vector<MapShape> sizes = shapes(n_times);
  std::size_t largest = 1, wanted = 1;
  for (const MapShape& size : sizes) largest = std::max(largest, size.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].layer) wanted = std::max(wanted, steps_[i].layer->least_batch(sizes[i]));
  }
  wanted = std::clamp<std::size_t>(kMostValues / largest, 1, wanted);
  return std::max(wanted, std::clamp<std::size_t>(kCachedValues / largest, 1, 64));
}

void Stack::set_weights(const Weights& weights) {
  for (Step& step : steps_) {
    if (step.layer) step.layer->set_weights(weights);
  }
}

}  // namespace eegate
