// Learning from trials without labels (masked autoencoding, He et al. 2022): a share of a transformer's patches is
// hidden, a linear layer on its tokens gives their standardised samples back, and the loss is the mean square of the
// error over what was hidden. The encoder is then where training with labels begins.
#pragma once

#include <memory>

#include "base/result.h"
#include "model/config.h"
#include "model/network.h"
#include "model/tensor_list.h"
#include "model/weights.h"

namespace eegate {

// A transformer on patches that do not overlap, as a model with one output: the root of the mean square of a trial's
// errors, which is to be 0. No file holds such a configuration. Errors MODEL_CONFIG_CONFLICT: other architectures and
// embeddings, merged tokens, fewer than two patches; a share outside 0.05 to 0.95.
Result<ModelConfig> masked_config(const ModelConfig& model, double share);
bool is_masked(const ModelConfig& config);
double masked_share(const ModelConfig& config);
// Those of the transformer and `reconstruct`; its head stays as it is.
std::vector<TensorSpec> masked_tensors(const ModelConfig& config);
// What is hidden depends on seed, step and place in the batch, as dropout does, without dropout on the place alone.
std::unique_ptr<Network> masked_network(const ModelConfig& config, const Weights& weights);

// `weights` with all but the head from `from`, where that has it: the encoder of a model for its masked one, and back.
Weights with_encoder(Weights weights, const Weights& from);

}  // namespace eegate
