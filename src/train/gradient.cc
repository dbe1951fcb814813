#include "train/gradient.h"

#include <algorithm>

#include "model/layers/input_standardize.h"

namespace eegate {

LossSum add_gradients(const TrainableModel& model, ConstTensor3 x, const Targets& targets, std::size_t first,
                      std::size_t n, const PassOptions& options, PassMemory& memory, Weights& gradients, Tensor3 dx) {
  const ArenaScope scope(memory.arena);
  const ModelConfig& config = model.config;
  const Tensor3 standardized = memory.arena.tensor3(n, x.d1, x.d2);
  for (std::size_t b = 0; b < n; ++b) standardize_input(config.standardize, standardized[b], x[first + b]);
  const Matrix logits = memory.arena.matrix(n, config.n_outputs), dlogits = memory.arena.matrix(n, config.n_outputs);
  ForwardContext forward{.arena = memory.arena,
                         .tape = &memory.tape,
                         .dropout = options.dropout,
                         .batch_statistics = options.batch_statistics};
  model.network->forward(standardized, logits, forward);
  const double total = options.total_weight > 0
                           ? options.total_weight
                           : total_weight(config.task, targets, first, n, config.n_outputs, options.loss);
  const LossSum sum = loss_sum(config.task, logits, targets, first, options.loss, total, dlogits);
  BackwardContext backward{.arena = memory.arena,
                           .tape = memory.tape,
                           .weights = model.weights,
                           .gradients = gradients,
                           .dropout = options.dropout,
                           .batch_statistics = options.batch_statistics};
  const Tensor3 dstandardized = dx.data == nullptr ? Tensor3() : memory.arena.tensor3(n, x.d1, x.d2);
  std::fill_n(dstandardized.data, dstandardized.size(), 0.0F);
  model.network->backward(dlogits, dstandardized, backward);
  for (std::size_t b = 0; b < n && dx.data != nullptr; ++b) {
    standardize_input_gradient(config.standardize, dx[b], dstandardized[b], x[first + b]);
  }
  return sum;
}

}  // namespace eegate
