// Loss and gradients of some trials: one forward and one backward pass.
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

// A model that is being trained: its network is told the weights after every step.
struct TrainableModel {
  ModelConfig config;
  Weights weights;
  std::unique_ptr<Network> network;
};

struct PassOptions {
  LossOptions loss;
  const Dropout* dropout = nullptr;
  bool batch_statistics = false;  // batch norms over these trials, as in training
  double total_weight = 0;        // divisor of the mean; 0: of these trials
};

// Memory that passes reuse.
struct PassMemory {
  Arena arena;
  Tape tape;
};

// Trials first ... of x [B, C, T] uV. Gradients are added to; dx [n, C, T] with respect to x, through standardisation,
// unless it is empty.
LossSum add_gradients(const TrainableModel& model, ConstTensor3 x, const Targets& targets, std::size_t first,
                      std::size_t n, const PassOptions& options, PassMemory& memory, Weights& gradients,
                      Tensor3 dx = {});

}  // namespace eegate
