// Runs a network on the inputs of a query, a batch at a time.
#pragma once

#include <cstddef>
#include <memory>

#include "base/arena.h"
#include "explain/model_query.h"
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

class QueryRunner {
 public:
  QueryRunner(const ExplainedNetwork& asked, std::size_t target);

  // Runs the next batch, from input `first` < query.size() on; returns the index of the input after it.
  std::size_t run_batch(ModelQuery& query, std::size_t first);

 private:
  void run_logits(ModelQuery& query, std::size_t first, Tensor3 inputs);
  void run_gradients(ModelQuery& query, std::size_t first, Tensor3 inputs);
  void run_trace(ModelQuery& query, std::size_t first, Tensor3 inputs);

  const ExplainedNetwork& network_;
  // A binary model has one output for two classes: the logit of class 0 is its negative.
  std::size_t output_;
  float sign_;
  Arena arena_;
  Tape tape_;
  std::unique_ptr<Weights> ignored_;  // gradients of the weights, which are not used
};

}  // namespace eegate
