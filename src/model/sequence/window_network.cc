#include "model/sequence/window_network.h"

#include "base/options.h"

namespace eegate {

void WindowNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  context.keep({x.data, x.d0, x.d1 * x.d2});
  context.n_trials = x.d0 / pictures_.frames;
  network_->forward(logits, {x.data, context.n_trials, pictures_}, context);
}

void WindowNetwork::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const std::size_t n = dlogits.rows / pictures_.frames;
  context.n_trials = n;
  const ConstMatrix x = context.tape.peek(network_->n_kept());
  network_->backward({dx.data, n, pictures_}, dlogits, {x.data, n, pictures_}, context);
  context.tape.pop();
}

// Networks of sequences are not exported.
onnx::Value WindowNetwork::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*x*/, std::size_t /*n_times*/) const {
  stop_at_our_mistake();
}

// What a window keeps for its gradient is megabytes.
std::size_t WindowNetwork::preferred_batch(std::size_t /*n_times*/) const { return 2; }

}  // namespace eegate
