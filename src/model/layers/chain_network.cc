#include "model/layers/chain_network.h"

#include <algorithm>

namespace eegate {

void ChainNetwork::forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const {
  const MapShape first = shapes(x.d2).front(), last = shapes(x.d2).back();
  context.n_trials = x.d0;
  if (context.trace != nullptr) context.trace->chain = &chain_;
  if (context.tape == nullptr) return chain_.forward({logits.data, x.d0, last}, {x.data, x.d0, first}, context);
  const Matrix input = context.tape->push(x.d0, first.size()), output = context.tape->push(x.d0, last.size());
  std::copy_n(x.data, x.size(), input.data);
  chain_.forward({output.data, x.d0, last}, {input.data, x.d0, first}, context);
  std::copy_n(output.data, output.size(), logits.data);
  // An empty matrix on top of the tape hands T to backward(), which needs it first.
  context.tape->push(x.d2, 0);
}

void ChainNetwork::backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n = dlogits.rows, n_times = context.tape.pop().rows;
  const MapShape first = shapes(n_times).front(), last = shapes(n_times).back();
  context.n_trials = n;
  const Matrix gradient = context.arena.matrix(n, dlogits.cols);
  std::copy_n(dlogits.data, dlogits.size(), gradient.data);
  const ConstMatrix output = context.tape.peek(chain_.n_saved()), input = context.tape.peek(chain_.n_saved() + 1);
  chain_.backward({dx.data, n, first}, {gradient.data, n, last}, {input.data, n, first}, {output.data, n, last},
                  context);
  context.tape.pop();
  context.tape.pop();
}

onnx::Value ChainNetwork::to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const {
  const std::vector<MapShape> all = shapes(n_times);
  const onnx::Value logits = chain_.to_onnx(g, g.unsqueeze(x, 1), all.front());
  return g.reshape(logits, {-1, onnx::extent(all.back().size())});
}

// The number of trials for which the widest layer fits into a second-level cache.
std::size_t ChainNetwork::preferred_batch(std::size_t n_times) const {
  constexpr std::size_t kValues = 1 << 17;
  std::size_t largest = 1;
  for (const MapShape& size : shapes(n_times)) largest = std::max(largest, size.size());
  return std::clamp<std::size_t>(kValues / largest, 1, 64);
}

// Two buffers for the values between layers, as much again for scratch memory of a layer, and the trial itself.
double ChainNetwork::planned_floats(std::size_t n_times) const {
  const auto size = [](const MapShape& s) {
    return static_cast<double>(s.frames) * static_cast<double>(s.height) * static_cast<double>(s.width) *
           static_cast<double>(s.maps);
  };
  double largest = 0;
  for (const MapShape& shape : shapes(n_times)) largest = std::max(largest, size(shape));
  return 4 * largest + size(shapes(n_times).front());
}

Result<std::unique_ptr<Network>> network_of(ChainNetwork stack, const ModelConfig& config, NetworkUse use) {
  EEGATE_CHECK(check_engine_memory(use, stack.planned_floats(config.n_times), "Use shorter windows or fewer maps."));
  return std::unique_ptr<Network>(std::make_unique<ChainNetwork>(std::move(stack)));
}

}  // namespace eegate
