// Optimisers: SGD with momentum, Adam (Kingma and Ba 2015) as in torch.optim.Adam and as in keras.optimizers.Adam,
// AdamW (Loshchilov and Hutter 2019, torch.optim.AdamW), with clipping by the global norm of the gradients.
//   sgd         b <- mu b + g,   theta -= lr b
//   adam        m <- b1 m + (1-b1) g,   v <- b2 v + (1-b2) g^2,
//               theta -= lr (m / (1-b1^t)) / (sqrt(v / (1-b2^t)) + eps)
//   adam_keras  the same m and v,   theta -= lr sqrt(1-b2^t) / (1-b1^t) m / (sqrt(v) + eps)
//   adamw       theta -= lr lambda theta, then adam
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "kernels/descent.h"
#include "model/weights.h"

namespace eegate {

enum class OptimizerKind { kSgd, kAdam, kAdamKeras, kAdamW };

inline constexpr auto kOptimizers = option_table<OptimizerKind>({{"sgd", OptimizerKind::kSgd},
                                                                 {"adam", OptimizerKind::kAdam},
                                                                 {"adam_keras", OptimizerKind::kAdamKeras},
                                                                 {"adamw", OptimizerKind::kAdamW}});

std::string_view optimizer_name(OptimizerKind kind);
// Error TRAIN_OPTION for another word.
Result<OptimizerKind> optimizer_kind(std::string_view name);

// Which tensors are trained. The others stay unchanged: no weight decay, no constraint and, with kHead, no update of
// running statistics.
enum class Tune { kAll, kHead, kNorms };

inline constexpr auto kTunes =
    option_table<Tune>({{"all", Tune::kAll}, {"head", Tune::kHead}, {"norms", Tune::kNorms}});

bool is_tuned(const TensorSpec& spec, Tune tune);

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::kAdamW;
  double beta1 = 0.9, beta2 = 0.999;
  double epsilon = 0;               // 0: 1e-8, or 1e-7 for the Keras form
  double momentum = 0.9;            // sgd
  double weight_decay = 0.01;       // adamw
  bool decay_matrices_only = true;  // no weight decay of biases, norms and other vectors
  double clip_norm = 0;             // maximum Euclidean norm of all gradients together; 0: no clipping
  Tune tune = Tune::kAll;
};

// A tensor of the optimiser's state in a checkpoint.
struct NamedTensor {
  std::string name;
  std::vector<float> values;
};

class Optimizer {
 public:
  // For weights with the tensor list of `like`.
  Optimizer(const OptimizerOptions& options, const Weights& like);

  // Updates the parameters, not the running statistics. Returns the norm of the gradients before clipping.
  double step(Weights& weights, const Weights& gradients, double learning_rate);
  // The same with a norm that is already known. Writes only the parameters of `next`, which may be `weights`.
  void step(Weights& next, const Weights& weights, const Weights& gradients, double learning_rate, double norm);
  std::uint64_t n_steps() const { return n_steps_; }

  // The moments "momentum" or "m" and "v", each as one array in the order of the tensor list.
  std::vector<NamedTensor> state() const;
  // Error TRAIN_CHECKPOINT unless names and sizes are those of state().
  Result<> restore(std::uint64_t n_steps, std::span<const NamedTensor> tensors);

 private:
  AdamStep adam(double scale, double learning_rate) const;

  OptimizerOptions options_;
  std::vector<float> first_, second_;  // momentum or m; v
  std::uint64_t n_steps_ = 0;
  double beta1_power_ = 1, beta2_power_ = 1;  // beta^t by repeated products: the same bits on every system
};

// Euclidean norm of the gradients of all trained parameters.
double gradient_norm(const Weights& gradients, Tune tune = Tune::kAll);

// After a step of the optimiser: running statistics of batch norms are updated and the constraints of the tensor list
// (TensorSpec::limit) are applied.

bool has_batch_norm(const Weights& weights);

// next = (1 - momentum) running + momentum batch, for the tuned tensors. The statistics of the batch are in `gradients`
// (BackwardContext::gradients).
void move_running_statistics(Weights& next, const Weights& weights, const Weights& gradients, Tune tune = Tune::kAll);

void apply_constraint(const TensorSpec& spec, std::span<float> values);
// Applies the constraints of all tuned tensors.
void apply_constraints(Weights& weights, Tune tune = Tune::kAll);

}  // namespace eegate
