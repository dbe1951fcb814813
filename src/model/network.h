// The interface of all networks, forward and backward: standardised trials [B, C, T] -> logits [B, L]. Subclasses:
// TransformerNetwork, and ChainNetwork for all networks that are a chain of layers.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/arena.h"
#include "base/dropout_mask.h"
#include "base/tensor.h"
#include "model/ablation.h"
#include "model/forward_trace.h"
#include "model/onnx/graph_builder.h"
#include "model/weights.h"

namespace eegate {

// Dropout (Srivastava et al. 2014). Its mask is a function of (seed, step, site, trial, element), so that it does not
// depend on how a batch is split, and backward computes it again instead of storing it. A site is the number of a
// dropout layer in its network.

class Dropout {
 public:
  // `first_trial`: the position in the batch of the first trial of the forward pass.
  Dropout(std::uint64_t seed, std::uint64_t step, std::size_t first_trial)
      : seed_(seed ^ (step * 0x9E3779B97F4A7C15u)), first_trial_(first_trial) {}

  // Random numbers of a site that masks tokens (masked_patches.h).
  Rng stream(std::uint64_t site) const { return {seed_ + site, "hidden tokens"}; }
  DropoutMask mask(double rate, std::uint64_t site) const { return {Rng(seed_ + site, "dropout"), rate}; }
  // Index of a trial's first value in the mask of a site that has `per_trial` values for each trial.
  std::uint64_t first_value(std::size_t trial, std::size_t per_trial) const {
    return static_cast<std::uint64_t>(first_trial_ + trial) * per_trial;
  }

  // x [n_trials * rows, cols], in place: 0 with probability `rate`, else x / (1 - rate).
  void apply(Matrix x, std::size_t n_trials, double rate, std::uint64_t site) const {
    const DropoutMask values = mask(rate, site);
    const std::size_t rows = x.rows / n_trials;
    for (std::size_t trial = 0; trial < n_trials; ++trial) {
      const std::uint64_t first = first_value(trial, rows * x.cols);
      for (std::size_t row = 0; row < rows; ++row) values.apply(x.row(trial * rows + row), first + row * x.cols);
    }
  }

 private:
  std::uint64_t seed_;
  std::size_t first_trial_;
};

// The tape: a stack of the matrices that a forward pass saves for its backward pass, which pops them in reverse order.

class Tape {
 public:
  Matrix push(std::size_t rows, std::size_t cols) {
    stack_.push_back(arena_.matrix(rows, cols));
    return stack_.back();
  }
  Matrix pop() {
    assert(!stack_.empty());
    const Matrix top = stack_.back();
    stack_.pop_back();
    if (stack_.empty()) arena_.reset();  // the memory stays valid until the next push
    return top;
  }
  // The matrix below the top `depth` ones.
  ConstMatrix peek(std::size_t depth) const {
    assert(stack_.size() > depth);
    return stack_[stack_.size() - 1 - depth];
  }
  bool empty() const { return stack_.empty(); }
  std::size_t size() const { return stack_.size(); }
  // Discards everything, after a forward pass without a backward pass.
  void clear() {
    stack_.clear();
    arena_.reset();
  }
  std::size_t capacity_bytes() const { return arena_.capacity_bytes(); }

 private:
  Arena arena_;
  std::vector<Matrix> stack_;
};

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
