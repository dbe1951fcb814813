#include "model/sequence/window_network.h"

#include <algorithm>

#include "base/options.h"

namespace eegate {

void WindowNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  context.save({x.data, x.d0, x.d1 * x.d2});
  context.n_trials = x.d0 / images_.frames;
  if (!network_->classifies_middle) {
    network_->forward(logits, {x.data, context.n_trials, images_}, context);
    return;
  }
  const ArenaScope scope(context.arena);
  const Matrix answers = context.arena.matrix(context.n_trials, logits.cols);
  network_->forward(answers, {x.data, context.n_trials, images_}, context);
  std::fill_n(logits.data, logits.size(), 0.0F);
  for (std::size_t i = 0; i < context.n_trials; ++i)
    std::ranges::copy(answers.row(i), logits.row(answered_row(i)).begin());
}

void WindowNetwork::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const std::size_t n = dlogits.rows / images_.frames;
  context.n_trials = n;
  const ConstMatrix x = context.tape.peek(network_->n_saved());
  const ArenaScope scope(context.arena);
  ConstMatrix danswers = dlogits;
  if (network_->classifies_middle) {
    const Matrix gathered = context.arena.matrix(n, dlogits.cols);
    for (std::size_t i = 0; i < n; ++i) std::ranges::copy(dlogits.row(answered_row(i)), gathered.row(i).begin());
    danswers = gathered;
  }
  network_->backward({dx.data, n, images_}, danswers, {x.data, n, images_}, context);
  context.tape.pop();
}

// Networks of sequences are not exported.
onnx::Value WindowNetwork::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*x*/, std::size_t /*n_times*/) const {
  abort_on_internal_error();
}

// A window saves megabytes for its backward pass.
std::size_t WindowNetwork::preferred_batch(std::size_t /*n_times*/) const { return 2; }

}  // namespace eegate
