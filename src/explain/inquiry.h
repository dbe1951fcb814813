// Everything here asks a network about many inputs and makes something of its answers. An inquiry is such a list of
// inputs; who runs it (examiner.h) does so in batches, so that long work can be stopped between two of them.
#pragma once

#include <cstddef>

#include "base/tensor.h"

namespace eegate {

struct ForwardTrace;

// What has to be known of each input: its logit, the gradient of the logit as well, or what happens inside.
enum class Pass { kLogit, kGradient, kTrace };

struct Answer {
  double logit = 0;                     // of the target
  ConstMatrix gradient;                 // [C, T] d logit / d input; empty unless asked for
  const ForwardTrace* trace = nullptr;  // null unless asked for
};

class Inquiry {
 public:
  virtual ~Inquiry() = default;
  virtual Pass pass() const { return Pass::kLogit; }
  // Inputs that are needed; may grow when all were answered.
  virtual std::size_t size() const = 0;
  // Input `index` [C, T], standardised.
  virtual void write(std::size_t index, Matrix input) const = 0;
  // Comes once for each input, in order.
  virtual void take(std::size_t index, const Answer& answer) = 0;
};

// One trial and what it is compared with.
struct ExplainedTrial {
  ConstMatrix x, baseline;               // [C, T] standardised
  double logit = 0, baseline_logit = 0;  // of the network that is explained
  double difference() const { return logit - baseline_logit; }
};

// An explanation in the making.
class Explaining : public Inquiry {
 public:
  // After the last answer. [C, T], for rollout [1, T].
  virtual void finish(Matrix relevance) = 0;
  // Steps of integration that were taken; 0 where there are none.
  virtual std::size_t n_steps() const { return 0; }
};

}  // namespace eegate
