// A network: standardised trials in, logits out. One subclass for each architecture.
#pragma once

#include <cstddef>
#include <vector>

#include "base/arena.h"
#include "base/tensor.h"

namespace eegate {

// Copies of what happens inside, for explanations and tests. Filled by forward() when asked for.
struct ForwardTrace {
  std::vector<float> tokens;                  // [B, N, E] after embedding and positions
  std::vector<std::vector<float>> blocks;     // output of each block, [B, N, E]
  std::vector<std::vector<float>> attention;  // probabilities of each block, [B, m, N, N]
};

// What a forward pass needs besides its input.
struct ForwardContext {
  Arena& arena;                   // scratch memory; every layer rewinds what it took
  ForwardTrace* trace = nullptr;  // null: keep nothing
};

class Network {
 public:
  virtual ~Network() = default;
  // x [B, C, T] standardised -> logits [B, L]. T is n_times unless the architecture allows other lengths.
  virtual void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const = 0;
  // How many trials of this length to put through at once: enough rows for the matrix products, few enough for the caches.
  virtual std::size_t preferred_batch(std::size_t n_times) const = 0;
  // Whether trials of this length leave at least one token; asked only where the length may vary.
  virtual bool accepts(std::size_t n_times) const = 0;
};

}  // namespace eegate
