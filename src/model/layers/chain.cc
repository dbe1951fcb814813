#include "model/layers/chain.h"

#include <algorithm>

#include "model/layers/block_view.h"

namespace eegate {
namespace {

// ONNX values have the maps in axis 1, memory has them last: unless both orders are the same, a reshape needs a
// transposition before and after it.
onnx::Value reshaped(onnx::GraphBuilder& g, onnx::Value x, const MapShape& from, const MapShape& to) {
  const auto is_line = [](const MapShape& s) { return s.maps == 1 || s.height * s.width == 1; };
  const std::int64_t rows = onnx::extent(to.height), columns = onnx::extent(to.width), maps = onnx::extent(to.maps);
  if (!is_line(from)) x = g.transpose(x, {0, 2, 3, 1});
  if (is_line(to)) return g.reshape(x, {-1, maps, rows, columns});
  return g.transpose(g.reshape(x, {-1, rows, columns, maps}), {0, 3, 1, 2});
}

}  // namespace

Chain& Chain::add(std::unique_ptr<Layer> layer) {
  const bool is_first = std::ranges::none_of(steps_, [](const Step& step) { return step.layer != nullptr; });
  last_ = steps_.size();
  if (is_first) first_ = last_;
  steps_.push_back({std::move(layer)});
  return *this;
}

Chain& Chain::reshape(Reshape as) {
  steps_.push_back({nullptr, as});
  return *this;
}

MapShape Chain::out_shape(const MapShape& in) const {
  MapShape shape = in;
  for (const Step& step : steps_) shape = step.out_shape(shape);
  return shape;
}

// Computed in every pass, not stored: threads that share a network may process inputs of different lengths.
std::vector<MapShape> Chain::shapes(const MapShape& in) const {
  std::vector<MapShape> shapes = {in};
  shapes.reserve(steps_.size() + 1);
  for (const Step& step : steps_) shapes.push_back(step.out_shape(shapes.back()));
  return shapes;
}

std::size_t Chain::n_saved() const {
  std::size_t n = 0;
  for (const Step& step : steps_) n += step.layer ? step.layer->n_saved() + 1 : 0;
  return n - 1;  // the last output is the caller's
}

// Two buffers, each for the largest value between two layers.
Chain::Scratch Chain::scratch(std::size_t n_trials, std::span<const MapShape> sizes, Arena& arena) const {
  std::size_t largest = 0;
  for (std::size_t i = first_ + 1; i <= last_; ++i) largest = std::max(largest, sizes[i].size());
  float* one = arena.floats(n_trials * largest).data();
  return {one, arena.floats(n_trials * largest).data()};
}

void Chain::record_layer(const Layer& layer, ConstMaps out, ForwardTrace& trace) {
  const MapShape& s = out.shape;
  trace.layers.push_back({.name = layer.name(),
                          .shape = {s.frames, s.height, s.width, s.maps},
                          .values = values_of(out.trials().slice_rows(0, 1))});
}

// Values between two layers are on the tape in training, else in the two buffers alternately.
void Chain::forward(Maps out, ConstMaps in, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::vector<MapShape> sizes = shapes(in.shape);
  const bool keeps = context.tape != nullptr;
  const Scratch buffers = keeps ? Scratch{} : scratch(in.n_trials, sizes, context.arena);
  ConstMaps value = in;
  float* own = nullptr;  // where `value` is, unless it is the input of the chain
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (!step.layer) {
      value.shape = sizes[i + 1];
      continue;
    }
    if (i == last_) {
      own = out.data;
    } else if (keeps) {
      own = context.tape->push(in.n_trials, sizes[i + 1].size()).data;
    } else if (own == nullptr || !step.layer->in_place()) {
      own = buffers.other_than(own);
    }
    const Maps result(own, in.n_trials, sizes[i + 1]);
    step.layer->forward(result, value, context);
    value = result;
    if (context.records_steps() && context.trace->chain == this) record_layer(*step.layer, value, *context.trace);
  }
}

// The tape holds, layer by layer, the output (except the last one) and above it what the layer itself saved.
void Chain::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::vector<MapShape> sizes = shapes(in.shape);
  const Scratch buffers = scratch(in.n_trials, sizes, context.arena);
  float* gradient = dout.data;
  const float* result = out.data;
  for (std::size_t i = last_ + 1; i-- > first_;) {
    const Layer* layer = steps_[i].layer.get();
    if (layer == nullptr) continue;
    const bool is_first = i == first_, is_last = i == last_;
    const std::size_t above_source = layer->n_saved() + (is_last ? 0 : 1);
    const float* source = is_first ? in.data : context.tape.peek(above_source + layer_before(i).n_saved()).data;
    float* const target = is_first ? din.data : buffers.other_than(gradient);
    layer->backward({target, in.n_trials, sizes[i]}, {gradient, in.n_trials, sizes[i + 1]},
                    {source, in.n_trials, sizes[i]}, {result, in.n_trials, sizes[i + 1]}, context);
    if (!is_last) context.tape.pop();
    gradient = target;
    result = source;
  }
}

const Layer& Chain::layer_before(std::size_t step) const {
  do --step;
  while (!steps_[step].layer);
  return *steps_[step].layer;
}

onnx::Value Chain::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const {
  const std::vector<MapShape> sizes = shapes(shape);
  onnx::Value value = in;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    value = steps_[i].layer ? steps_[i].layer->to_onnx(g, value, sizes[i]) : reshaped(g, value, sizes[i], sizes[i + 1]);
  }
  return value;
}

void Chain::set_weights(const Weights& weights) {
  for (Step& step : steps_) {
    if (step.layer) step.layer->set_weights(weights);
  }
}

}  // namespace eegate
