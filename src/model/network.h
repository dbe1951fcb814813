// A network: standardised trials in, logits out. One subclass for each architecture.
#pragma once

#include <cstddef>
#include <vector>

#include "base/arena.h"
#include "base/tensor.h"
#include "model/ablation.h"
#include "model/dropout.h"
#include "model/forward_trace.h"
#include "model/onnx/graph_builder.h"
#include "model/tape.h"
#include "model/weights.h"

namespace eegate {

// What a forward pass needs besides its input.
struct ForwardContext {
  Arena& arena;                        // scratch memory; every layer rewinds what it took
  ForwardTrace* trace = nullptr;       // null: keep nothing to look at
  Tape* tape = nullptr;                // null: inference, nothing is kept for backward
  const Dropout* dropout = nullptr;    // null: no dropout
  std::size_t n_trials = 1;            // trials in the batch
  bool batch_statistics = false;       // batch norms use the statistics of this batch instead of the running ones
  const Ablation* ablation = nullptr;  // null: everything takes part; inference alone

  bool keeps_steps() const { return trace != nullptr && trace->keeps_steps; }
  // Memory for what backward will need: on the tape in training, scratch in inference.
  Matrix kept(std::size_t rows, std::size_t cols) const {
    return tape != nullptr ? tape->push(rows, cols) : arena.matrix(rows, cols);
  }
  // A copy of x on the tape in training.
  void keep(ConstMatrix x) const;
  void drop(Matrix x, double rate, std::uint64_t site) const {
    if (dropout != nullptr && rate > 0) dropout->apply(x, n_trials, rate, site);
  }
};

// What a backward pass needs besides the gradient of its output.
struct BackwardContext {
  Arena& arena;
  Tape& tape;
  const Weights& weights;
  // Of the same list as the weights; added to. With batch statistics the entries of running means and variances receive
  // those of the batch (the variance unbiased), for the caller to move the running values.
  Weights& gradients;
  const Dropout* dropout = nullptr;  // as in the forward pass
  std::size_t n_trials = 1;
  bool batch_statistics = false;  // as in the forward pass

  void drop(Matrix x, double rate, std::uint64_t site) const {
    if (dropout != nullptr && rate > 0) dropout->apply(x, n_trials, rate, site);
  }
};

class Network {
 public:
  virtual ~Network() = default;
  // x [B, C, T] standardised -> logits [B, L]. T is n_times unless the architecture allows other lengths.
  virtual void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const = 0;
  // After forward() with a tape: adds the gradients of all weights, and writes dx [B, C, T] with respect to the
  // standardised input unless it is empty.
  virtual void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const = 0;
  // The same network with other weights of the same list; its memory stays where it is.
  virtual void set_weights(const Weights& weights) = 0;
  // The same as operators of an ONNX graph: x [B, C, n_times] -> logits [B, L].
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const = 0;
  // By name, where the network keeps them so.
  virtual const Weights* weights() const { return nullptr; }
  // How many trials of this length to put through at once: enough rows for the matrix products, few enough for the
  // caches.
  virtual std::size_t preferred_batch(std::size_t n_times) const = 0;
};

}  // namespace eegate
