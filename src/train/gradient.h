// Loss and gradients of a range of trials: one forward and one backward pass.
#pragma once

#include <span>

#include "base/arena.h"
#include "base/result.h"
#include "base/tensor.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"
#include "train/loss.h"

namespace eegate {

// A model in training. After a change of `weights`, network->set_weights(weights) must be called.
struct TrainableModel {
  ModelConfig config;
  Weights weights;
  std::unique_ptr<Network> network;
};

struct PassOptions {
  LossOptions loss;
  const Dropout* dropout = nullptr;
  bool batch_statistics = false;  // batch norms over these trials, as in training
  double total_weight = 0;        // divisor of the mean loss; 0: the weight of these trials
};

// Memory that is reused by successive passes.
struct PassMemory {
  Arena arena;
  Tape tape;
};

// Trials first ... first + n - 1 of x [B, C, T] uV. Adds to `gradients` and, unless dx is empty, writes dx [n, C, T],
// the gradient with respect to x (before standardisation). Returns the sum of the losses.
LossSum add_gradients(const TrainableModel& model, ConstTensor3 x, const Targets& targets, std::size_t first,
                      std::size_t n, const PassOptions& options, PassMemory& memory, Weights& gradients,
                      Tensor3 dx = {});

}  // namespace eegate
