// The networks that classify sequences of epochs: each epoch becomes a picture, the epochs of a window together become
// logits. What an epoch's picture says alone is worked out once, however many windows see it.
#pragma once

#include <memory>

#include "model/layers/chain.h"
#include "model/layers/spectrogram.h"
#include "model/weights.h"

namespace eegate {

struct SequenceNetwork {
  std::size_t n_chans = 0;     // as it was trained
  bool any_channels = false;   // whether another number will do
  std::size_t n_context = 21;  // epochs of a window
  std::size_t n_outputs = 0;
  // Whether pictures are standardised, cell by cell, over the epochs of a record.
  bool standardizes_record = false;
  // Whether it answers for the epoch in the middle of a window alone, number n_context / 2, instead of for all.
  bool answers_middle = false;
  // Whether windows of fewer epochs will do where a record has no more.
  bool shorter_windows = false;
  Spectrogram picture;            // signal of an epoch {1, C, T, 1} -> its picture
  std::unique_ptr<Layer> first;   // what is done to pictures before the window's own layers:
  bool encodes_epochs = false;    // to each for itself, or to those of a window together
  std::unique_ptr<Chain> window;  // {L, ...} -> {1, 1, n_answers(L), n_outputs}

  // The same for a record of one channel, in inference; null: `window`.
  std::unique_ptr<Chain> window_of_one;
  // What `window` makes of each epoch alone, worked out once for each in the inference of a record, and the rest of
  // `window`; null: nothing and `window`.
  std::unique_ptr<Layer> each_epoch;
  std::unique_ptr<Chain> window_of_each;

  explicit SequenceNetwork(const SpectrogramForm& form) : picture(form) {}
  // Answers to a window of so many epochs, and the first epoch that has one.
  std::size_t n_answers(std::size_t n_epochs) const { return answers_middle ? 1 : n_epochs; }
  std::size_t first_answer() const { return answers_middle ? n_context / 2 : 0; }
  // What `window` sees of L pictures.
  MapShape seen_shape(MapShape pictures) const;
  const Chain& window_for(std::size_t n_channels) const {
    if (window_of_each != nullptr) return *window_of_each;
    return n_channels == 1 && window_of_one != nullptr ? *window_of_one : *window;
  }
  void set_weights(const Weights& weights);
  // Tensors on the tape between forward() and backward().
  std::size_t n_kept() const { return first->n_kept() + window->n_kept() + 2; }

  // `pictures` {L, ...} of windows, [B, L, ...] -> logits [B n_answers(L), n_outputs]. With a tape in the context
  // backward() can follow.
  void forward(Matrix logits, ConstMaps pictures, ForwardContext& context) const;
  // Adds the gradients of all weights and writes those of the pictures unless they are null.
  void backward(Maps dpictures, ConstMatrix dlogits, ConstMaps pictures, BackwardContext& context) const;
};

}  // namespace eegate
