// Ablation of a transformer in inference: heads switched off and gates forced closed or open, to measure what each
// contributes to the prediction.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"

namespace eegate {

struct ModelConfig;

// The state that a sub-layer's gate (or residual connection) is forced into; x: the residual stream, y: the sub-layer's
// output.
//   closed  the output is x: the sub-layer has no effect
//   open    the sigmoid of the gate is replaced by one constant weight for all features and tokens. With weight 1:
//           output and input gate x + y, highway y, sigtanh x + tanh(U y), gru its candidate. A residual connection has
//           no gate and cannot be forced open.
enum class Forced { kNot, kClosed, kOpen };

struct BlockAblation {
  std::vector<bool> silent;  // [m] heads whose output is set to zero; missing entries: not silent
  Forced attention = Forced::kNot, feed_forward = Forced::kNot;
  double attention_weight = 1, feed_forward_weight = 1;  // 0 to 1, of gates that are forced open

  bool is_silent(std::size_t head) const { return head < silent.size() && silent[head]; }
};

struct Ablation {
  std::vector<BlockAblation> blocks;  // [K]; missing entries: blocks that stay as they are
  const BlockAblation* block(std::size_t index) const { return index < blocks.size() ? &blocks[index] : nullptr; }
};

// Errors: ABLATE_MODEL if the model has no transformer encoder, ABLATE_PART for a block, head or gate that it does not
// have.
Result<> check_ablation(const Ablation& ablation, const ModelConfig& config);

}  // namespace eegate
