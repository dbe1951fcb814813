// A network that classifies sequences of epochs: signal of each epoch -> image -> layers on the epochs of a window ->
// logits. What depends on one epoch alone is computed once, however many overlapping windows contain it.
#pragma once

#include <memory>

#include "model/layers/chain.h"
#include "model/layers/spectrogram.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

struct SequenceNetwork {
  std::size_t n_chans = 0;     // as it was trained
  bool any_channels = false;   // whether another number will do
  std::size_t n_context = 21;  // epochs of a window
  std::size_t n_outputs = 0;
  // Whether each value of the images is standardised over all epochs of a recording.
  bool standardizes_record = false;
  // Whether it classifies only the middle epoch of a window, number n_context / 2, instead of all.
  bool classifies_middle = false;
  // Whether a recording with fewer than n_context epochs may be classified as one shorter window.
  bool shorter_windows = false;
  Spectrogram spectrogram;        // signal of an epoch {1, C, T, 1} -> its image
  std::unique_ptr<Layer> first;   // what is done to images before the window's own layers:
  bool encodes_epochs = false;    // to each for itself, or to those of a window together
  std::unique_ptr<Chain> window;  // {L, ...} -> {1, 1, n_answers(L), n_outputs}

  // Replaces `window` in the inference of recordings with one channel; null: `window` is used.
  std::unique_ptr<Chain> window_of_one;
  // In the inference of a recording: the layers of `window` that process each epoch alone, and the rest of `window`;
  // null: `window` is not split.
  std::unique_ptr<Layer> each_epoch;
  std::unique_ptr<Chain> window_of_each;

  explicit SequenceNetwork(const SpectrogramForm& form) : spectrogram(form) {}
  // Number of epochs of a window that are classified, and the first of them.
  std::size_t n_answers(std::size_t n_epochs) const { return classifies_middle ? 1 : n_epochs; }
  std::size_t first_answer() const { return classifies_middle ? n_context / 2 : 0; }
  // Shape of the input of `window` for L images.
  MapShape seen_shape(MapShape images) const;
  const Chain& window_for(std::size_t n_channels) const {
    if (window_of_each != nullptr) return *window_of_each;
    return n_channels == 1 && window_of_one != nullptr ? *window_of_one : *window;
  }
  void set_weights(const Weights& weights);
  // Tensors on the tape between forward() and backward().
  std::size_t n_saved() const { return first->n_saved() + window->n_saved() + 2; }

  // Images [B, L, ...] of B windows -> logits [B n_answers(L), n_outputs]. backward() needs a tape in the context.
  void forward(Matrix logits, ConstMaps images, ForwardContext& context) const;
  // Adds the gradients of all weights; writes those of the images unless dimages.data is null.
  void backward(Maps dimages, ConstMatrix dlogits, ConstMaps images, BackwardContext& context) const;
};

// Adapts a SequenceNetwork to the interface of training: every epoch is a row, a window is L rows.

// x [n L, 1, image] of n windows of L epochs -> logits [n L, classes]; 0 for epochs that the network does not classify.
class WindowNetwork final : public Network {
 public:
  // `images`: shape of the images of a window, {L, ...}.
  WindowNetwork(std::unique_ptr<SequenceNetwork> network, const MapShape& images)
      : network_(std::move(network)), images_(images) {}

  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { network_->set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const override;
  // Number of windows.
  std::size_t preferred_batch(std::size_t n_times) const override;

 private:
  // The row of the middle epoch, for networks that classify only that one.
  std::size_t answered_row(std::size_t window) const { return window * images_.frames + network_->first_answer(); }
  std::unique_ptr<SequenceNetwork> network_;
  MapShape images_;
};

}  // namespace eegate
