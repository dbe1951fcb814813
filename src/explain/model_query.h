// The interface of all explanation methods and checks: a list of inputs on which a network is evaluated, and what is
// computed from its outputs. query_runner.h runs it in batches, so that long computations can be cancelled between
// them.
#pragma once

#include <cstddef>

#include "base/tensor.h"

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

}  // namespace eegate
