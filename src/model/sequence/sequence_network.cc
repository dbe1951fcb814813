#include "model/sequence/sequence_network.h"

#include <algorithm>

#include "base/options.h"

namespace eegate {

void SequenceNetwork::set_weights(const Weights& weights) {
  first->set_weights(weights);
  window->set_weights(weights);
  if (window_of_one) window_of_one->set_weights(weights);
  if (each_epoch) each_epoch->set_weights(weights);
  if (window_of_each) window_of_each->set_weights(weights);
}

MapShape SequenceNetwork::seen_shape(MapShape images) const {
  const std::size_t n_epochs = images.frames;
  images.frames = encodes_epochs ? 1 : n_epochs;
  MapShape seen = first->out_shape(images);
  seen.frames = n_epochs;
  return seen;
}

namespace {

// The input of the first layer: the images of a window together, or every epoch as a trial of its own.
template <class T>
MapsView<T> as_trials(MapsView<T> maps, bool each_epoch) {
  if (!each_epoch) return maps;
  maps.n_trials *= maps.shape.frames;
  maps.shape.frames = 1;
  return maps;
}

}  // namespace

void SequenceNetwork::forward(Matrix logits, ConstMaps images, ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const MapShape seen = seen_shape(images.shape), last = window->out_shape(seen);
  const Maps values(context.saved(images.n_trials, seen.size()).data, images.n_trials, seen);
  if (context.trace != nullptr) context.trace->chain = first.get();
  first->forward(as_trials(values, encodes_epochs), as_trials(images, encodes_epochs), context);
  if (context.trace != nullptr) context.trace->chain = window.get();
  if (context.tape == nullptr) return window->forward({logits.data, images.n_trials, last}, values, context);
  const Matrix output = context.tape->push(images.n_trials, last.size());
  window->forward({output.data, images.n_trials, last}, values, context);
  std::copy_n(output.data, output.size(), logits.data);
}

void SequenceNetwork::backward(Maps dimages, ConstMatrix dlogits, ConstMaps images, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n = images.n_trials;
  const MapShape seen = seen_shape(images.shape), last = window->out_shape(seen);
  const Matrix gradient = context.arena.matrix(n, last.size());
  std::copy_n(dlogits.data, dlogits.size(), gradient.data);
  const ConstMatrix output = context.tape.peek(window->n_saved());
  const ConstMaps values(context.tape.peek(window->n_saved() + 1 + first->n_saved()).data, n, seen);
  const Maps dvalues(context.arena.matrix(n, seen.size()).data, n, seen);
  window->backward(dvalues, {gradient.data, n, last}, values, {output.data, n, last}, context);
  context.tape.pop();
  first->backward(as_trials(dimages, encodes_epochs), as_trials(dvalues, encodes_epochs),
                  as_trials(images, encodes_epochs), as_trials(values, encodes_epochs), context);
  context.tape.pop();
}

void WindowNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  context.save({x.data, x.d0, x.d1 * x.d2});
  context.n_trials = x.d0 / images_.frames;
  if (!network_->classifies_middle) {
    network_->forward(logits, {x.data, context.n_trials, images_}, context);
    return;
  }
  const ArenaScope scope(context.arena);
  const Matrix answers = context.arena.matrix(context.n_trials, logits.cols);
  network_->forward(answers, {x.data, context.n_trials, images_}, context);
  std::fill_n(logits.data, logits.size(), 0.0F);
  for (std::size_t i = 0; i < context.n_trials; ++i)
    std::ranges::copy(answers.row(i), logits.row(answered_row(i)).begin());
}

void WindowNetwork::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const std::size_t n = dlogits.rows / images_.frames;
  context.n_trials = n;
  const ConstMatrix x = context.tape.peek(network_->n_saved());
  const ArenaScope scope(context.arena);
  ConstMatrix danswers = dlogits;
  if (network_->classifies_middle) {
    const Matrix gathered = context.arena.matrix(n, dlogits.cols);
    for (std::size_t i = 0; i < n; ++i) std::ranges::copy(dlogits.row(answered_row(i)), gathered.row(i).begin());
    danswers = gathered;
  }
  network_->backward({dx.data, n, images_}, danswers, {x.data, n, images_}, context);
  context.tape.pop();
}

// Networks of sequences are not exported.
onnx::Value WindowNetwork::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*x*/, std::size_t /*n_times*/) const {
  abort_on_internal_error();
}

// A window saves megabytes for its backward pass.
std::size_t WindowNetwork::preferred_batch(std::size_t /*n_times*/) const { return 2; }

}  // namespace eegate
