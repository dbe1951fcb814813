// The interface of all networks, forward and backward: standardised trials [B, C, T] -> logits [B, L]. Subclasses:
// TransformerNetwork, and ChainNetwork for all networks that are a chain of layers.
#pragma once

#include <algorithm>
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

// What a forward pass needs in addition to its input.
struct ForwardContext {
  Arena& arena;                        // scratch memory; every layer frees what it took
  ForwardTrace* trace = nullptr;       // receives intermediate values; null: none
  Tape* tape = nullptr;                // receives what backward needs; null: inference
  const Dropout* dropout = nullptr;    // null: no dropout
  std::size_t n_trials = 1;            // trials in the batch
  bool batch_statistics = false;       // batch norms use the statistics of this batch instead of the running ones
  const Ablation* ablation = nullptr;  // null: none; only in inference

  bool records_steps() const { return trace != nullptr && trace->records_steps; }
  // Uninitialised memory for a value that backward needs: on the tape in training, in the arena in inference.
  Matrix saved(std::size_t rows, std::size_t cols) const {
    return tape != nullptr ? tape->push(rows, cols) : arena.matrix(rows, cols);
  }
  // Copies x to the tape in training, does nothing in inference.
  void save(ConstMatrix x) const {
    if (tape == nullptr) return;
    const Matrix copy = tape->push(x.rows, x.cols);
    for (std::size_t i = 0; i < x.rows; ++i) std::copy_n(x.data + i * x.stride, x.cols, copy.data + i * copy.stride);
  }
  void drop(Matrix x, double rate, std::uint64_t site) const {
    if (dropout != nullptr && rate > 0) dropout->apply(x, n_trials, rate, site);
  }
};

// What a backward pass needs in addition to the gradient of its output.
struct BackwardContext {
  Arena& arena;
  Tape& tape;
  const Weights& weights;
  // The same tensors as `weights`; gradients are added. With batch_statistics the entries of running means and
  // variances receive those of the batch (unbiased variance), from which the caller updates the running ones.
  Weights& gradients;
  const Dropout* dropout = nullptr;  // as in the forward pass
  std::size_t n_trials = 1;
  bool batch_statistics = false;  // as in the forward pass
  // Whether gradients of covariance classifiers include that of the amount of shrinkage, which is a constant otherwise.
  // Explanations need it: without it, relevances do not add up to the difference of the logits.
  bool differentiates_shrinkage = false;

  void drop(Matrix x, double rate, std::uint64_t site) const {
    if (dropout != nullptr && rate > 0) dropout->apply(x, n_trials, rate, site);
  }
};

class Network {
 public:
  virtual ~Network() = default;
  // Standardised x [B, C, T] -> logits [B, L]. T is n_times unless the architecture accepts other lengths.
  virtual void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const = 0;
  // After forward() with a tape. Adds the gradients of all weights to context.gradients and, unless dx is empty, writes
  // dx [B, C, T], the gradient with respect to the standardised input.
  virtual void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const = 0;
  // Replaces the weights by others of the same tensor list, without allocating new memory.
  virtual void set_weights(const Weights& weights) = 0;
  // Adds the network to an ONNX graph: x [B, C, n_times] -> logits [B, L].
  virtual onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const = 0;
  // The weights by name, or null if the network keeps only its own form of them.
  virtual const Weights* weights() const { return nullptr; }
  // The batch size for windows of n_times samples: enough rows for the matrix products, few enough for the caches.
  virtual std::size_t preferred_batch(std::size_t n_times) const = 0;
};

}  // namespace eegate
