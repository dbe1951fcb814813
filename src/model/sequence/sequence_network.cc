#include "model/sequence/sequence_network.h"

#include <algorithm>

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

}  // namespace eegate
