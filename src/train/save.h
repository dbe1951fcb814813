// A trained model as the bytes of a model file (docs/MODEL.md).
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/model.h"
#include "model/weights.h"

namespace eegate {

// `contract` says what the file says about input and output; its `metadata` may hold further keys, which are kept.
// `self_test` [B, C, T]: 2 to 4 trials whose logits are stored for every later load; none: no self-test. The logits
// come from this float32 engine, not from float64 arithmetic as an exporter would have it; `train.selftest` says so,
// and the difference (below 2e-5) is far inside the test's tolerance. The bytes are loaded again before they are handed
// out; errors are those of Model::load. A model that is too large for an engine is written without a self-test; one of
// sequences gets a self-test of its own. kF16
// halves the file: parameters are rounded, running statistics are not, and the self-test is that of what is stored.
// Weights in 8 bits (model/quantize.h) are stored so; with kF32 alone.
enum class WeightFormat { kF32, kF16 };
Result<std::vector<std::byte>> write_model(const ModelConfig& config, const Weights& weights,
                                           const ModelContract& contract, ConstTensor3 self_test,
                                           WeightFormat format = WeightFormat::kF32);

}  // namespace eegate
