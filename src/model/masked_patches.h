// Self-supervised pretraining by masked autoencoding (He et al. 2022): a share of the patches of a trial is set to
// zero, a linear layer reconstructs their standardised samples from the tokens, and the loss is the mean squared error
// over the masked patches. Training with labels then begins with the weights of this encoder.
#pragma once

#include <memory>

#include "base/result.h"
#include "model/config.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// The pretraining model of a transformer on patches that do not overlap: a regression with one output, the root mean
// squared error of a trial, whose target is 0. Such a configuration is never written to a file. Error
// MODEL_CONFIG_CONFLICT: another architecture or embedding, merged tokens, fewer than two patches, a share outside 0.05
// to 0.95.
Result<ModelConfig> masked_config(const ModelConfig& model, double share);
bool is_masked(const ModelConfig& config);
double masked_share(const ModelConfig& config);
// The tensors of the transformer, its head fixed, and `reconstruct`.
std::vector<TensorSpec> masked_tensors(const ModelConfig& config);
// Which patches are masked depends on seed, step and position in the batch, as in Dropout; without dropout on the
// position alone.
std::unique_ptr<Network> masked_network(const ModelConfig& config, const Weights& weights);

// `weights` with every tensor that `from` has too, except the head, taken from there: copies an encoder from a model to
// its pretraining model and back.
Weights with_encoder(Weights weights, const Weights& from);

}  // namespace eegate
