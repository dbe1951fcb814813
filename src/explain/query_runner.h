// Runs a network on the inputs of a query, a batch at a time.
#pragma once

#include <cstddef>
#include <memory>

#include "base/arena.h"
#include "explain/inquiry.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// A network with its configuration, whose n_times is the length of the input, and its weights.
struct ExplainedNetwork {
  ModelConfig config;
  Weights weights;
  std::unique_ptr<Network> network;
};

class Examiner {
 public:
  Examiner(const ExplainedNetwork& asked, std::size_t target);

  // Runs the next batch, from input `first` < inquiry.size() on; returns the index of the input after it.
  std::size_t ask(Inquiry& inquiry, std::size_t first);

 private:
  void ask_for_logits(Inquiry& inquiry, std::size_t first, Tensor3 inputs);
  void ask_for_gradients(Inquiry& inquiry, std::size_t first, Tensor3 inputs);
  void ask_for_trace(Inquiry& inquiry, std::size_t first, Tensor3 inputs);

  const ExplainedNetwork& asked_;
  // A binary model has one output for two classes: the logit of class 0 is its negative.
  std::size_t output_;
  float sign_;
  Arena arena_;
  Tape tape_;
  std::unique_ptr<Weights> ignored_;  // gradients of the weights, which are not used
};

}  // namespace eegate
