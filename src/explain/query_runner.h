// The interface of all explanation methods and checks: a list of inputs on which a network is evaluated, and what is
// computed from its outputs; it runs in batches, so that long computations can be cancelled between them.
#pragma once

#include <cstddef>
#include <memory>

#include "base/arena.h"
#include "base/tensor.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

struct ForwardTrace;

// What is computed for each input: the logit, the logit and its gradient, or the logit and a trace.
enum class Pass { kLogit, kGradient, kTrace };

struct Answer {
  double logit = 0;                     // of the target
  ConstMatrix gradient;                 // [C, T] d logit / d input; empty unless kGradient
  const ForwardTrace* trace = nullptr;  // null unless kTrace
};

class ModelQuery {
 public:
  virtual ~ModelQuery() = default;
  virtual Pass pass() const { return Pass::kLogit; }
  // Number of inputs; may grow after all outputs were received.
  virtual std::size_t size() const = 0;
  // Writes input `index` [C, T], standardised.
  virtual void write(std::size_t index, Matrix input) const = 0;
  // Receives the output, once for each input, in order.
  virtual void take(std::size_t index, const Answer& answer) = 0;
};

// A trial and its baseline.
struct ExplainedTrial {
  ConstMatrix x, baseline;               // [C, T] standardised
  double logit = 0, baseline_logit = 0;  // of the network that is explained
  double difference() const { return logit - baseline_logit; }
};

// An explanation method applied to one trial.
class RelevanceQuery : public ModelQuery {
 public:
  // Writes the relevance [C, T], for attention rollout [1, T], after the last output was received.
  virtual void finish(Matrix relevance) = 0;
  // Number of integration steps; 0 for other methods.
  virtual std::size_t n_steps() const { return 0; }
};

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
