#include "model/sequence/sequence_network.h"

#include <algorithm>

namespace eegate {

void SequenceNetwork::set_weights(const Weights& weights) {
  if (encode) encode->set_weights(weights);
  window->set_weights(weights);
}

// Windows as trials of what their epochs became, and epochs as trials of their own.
void SequenceNetwork::forward(Matrix logits, ConstMaps pictures, ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_epochs = pictures.shape.frames;
  MapShape single = pictures.shape;
  single.frames = 1;
  MapShape seen = encoded_shape(single);
  ConstMaps encoded = pictures;
  if (encode) {
    const std::size_t n = pictures.n_trials * n_epochs;
    const Matrix values = context.kept(n, seen.size());
    if (context.trace != nullptr) context.trace->chain = encode.get();
    encode->forward({values.data, n, seen}, {pictures.data, n, single}, context);
    encoded.data = values.data;
  }
  seen.frames = n_epochs;
  encoded.shape = seen;
  const MapShape last = window->out_shape(seen);
  if (context.trace != nullptr) context.trace->chain = window.get();
  if (context.tape == nullptr) return window->forward({logits.data, pictures.n_trials, last}, encoded, context);
  const Matrix output = context.tape->push(pictures.n_trials, last.size());
  window->forward({output.data, pictures.n_trials, last}, encoded, context);
  std::copy_n(output.data, output.size(), logits.data);
}

void SequenceNetwork::backward(Maps dpictures, ConstMatrix dlogits, ConstMaps pictures,
                               BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_epochs = pictures.shape.frames, n = pictures.n_trials * n_epochs;
  MapShape single = pictures.shape;
  single.frames = 1;
  const MapShape one = encoded_shape(single);
  MapShape seen = one;
  seen.frames = n_epochs;
  const MapShape last = window->out_shape(seen);
  const Matrix gradient = context.arena.matrix(pictures.n_trials, last.size());
  std::copy_n(dlogits.data, dlogits.size(), gradient.data);
  const ConstMatrix output = context.tape.peek(window->n_kept());
  const ConstMatrix encoded = encode ? context.tape.peek(window->n_kept() + 1 + encode->n_kept()) : ConstMatrix();
  const Matrix dseen = encode ? context.arena.matrix(n, one.size()) : Matrix();
  window->backward({encode ? dseen.data : dpictures.data, pictures.n_trials, seen},
                   {gradient.data, pictures.n_trials, last},
                   {encode ? encoded.data : pictures.data, pictures.n_trials, seen},
                   {output.data, pictures.n_trials, last}, context);
  context.tape.pop();
  if (!encode) return;
  encode->backward({dpictures.data, n, single}, {dseen.data, n, one}, {pictures.data, n, single},
                   {encoded.data, n, one}, context);
  context.tape.pop();
}

}  // namespace eegate
