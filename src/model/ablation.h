// Parts of a transformer switched off, or gates forced, to see what the answer owes to them.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"

namespace eegate {

struct ModelConfig;

// What a sub-layer's gate or residual is made to do.
//   closed  the stream passes as if the sub-layer were not there
//   open    what the gate weighs has one weight for all features and tokens. With 1: output and input gate x + y,
//           highway y, sigtanh x + tanh(U y), gru the candidate. A residual connection has no gate to open.
enum class Forced { kNot, kClosed, kOpen };

struct BlockAblation {
  std::vector<bool> silent;  // heads whose contribution is zero; shorter than m: the others speak
  Forced attention = Forced::kNot, feed_forward = Forced::kNot;
  double attention_weight = 1, feed_forward_weight = 1;  // of gates that are forced open, 0 to 1

  bool is_silent(std::size_t head) const { return head < silent.size() && silent[head]; }
};

struct Ablation {
  std::vector<BlockAblation> blocks;  // shorter than K: nothing is done to the others
  const BlockAblation* block(std::size_t index) const { return index < blocks.size() ? &blocks[index] : nullptr; }
};

// Whether a model of this configuration has these parts. Errors: ABLATE_MODEL for what is no transformer, ABLATE_PART.
Result<> check_ablation(const Ablation& ablation, const ModelConfig& config);

}  // namespace eegate
