// Puts the inputs of an inquiry through a network, a batch at a time.
#pragma once

#include <cstddef>
#include <memory>

#include "base/arena.h"
#include "explain/inquiry.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// A network that is asked. The configuration's n_times is the length of its input.
struct ExplainedNetwork {
  ModelConfig config;
  Weights weights;
  std::unique_ptr<Network> network;
};

class Examiner {
 public:
  Examiner(const ExplainedNetwork& asked, std::size_t target);

  // The next batch from input `first` on; answers what comes after it. `first` is below inquiry.size().
  std::size_t ask(Inquiry& inquiry, std::size_t first);

 private:
  void ask_for_logits(Inquiry& inquiry, std::size_t first, Tensor3 inputs);
  void ask_for_gradients(Inquiry& inquiry, std::size_t first, Tensor3 inputs);
  void ask_for_trace(Inquiry& inquiry, std::size_t first, Tensor3 inputs);

  const ExplainedNetwork& asked_;
  // Of one output a binary model has two classes: the first is its negative.
  std::size_t output_;
  float sign_;
  Arena arena_;
  Tape tape_;
  std::unique_ptr<Weights> ignored_;  // gradients of the weights, which nobody asked for
};

}  // namespace eegate
