// Writes a trained model as a model file (docs/MODEL.md).
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/model.h"
#include "model/weights.h"

namespace eegate {

// `contract`: input, output and further metadata, which are copied. `self_test` [B, C, T]: 2 to 4 trials that are
// stored with their logits and checked at every load; empty: no self-test. The logits are computed by this engine in
// float32 (recorded in `train.selftest`); the difference from float64, below 2e-5, is far smaller than the tolerance. A
// model that is too large for an engine gets no self-test, a sequence model one on random noise. The file is loaded
// again before it is returned; errors are those of Model::load. kF16: parameters are rounded to 16-bit floats, running
// statistics are not, and the self-test is that of the rounded model.
// Weights in 8 bits (model/quantize.h) are stored as they are, in either format of the others.
enum class WeightFormat { kF32, kF16 };
Result<std::vector<std::byte>> write_model(const ModelConfig& config, const Weights& weights,
                                           const ModelContract& contract, ConstTensor3 self_test,
                                           WeightFormat format = WeightFormat::kF32);

}  // namespace eegate
