// What follows from the weights of a convolutional stem, and where its gradients go.
#pragma once

#include <cstddef>
#include <vector>

#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// The temporal filter that output o of a depthwise stem goes with.
inline std::size_t filter_of(const EmbeddingConfig& config, std::size_t output) { return output / config.depth; }

// Batch norm and biases as y = scale * (convolution without biases) + shift, for each of W outputs; in double until the
// end.
struct Folded {
  std::vector<double> scale, shift;
};
Folded fold(const EmbeddingConfig& config, const Weights& weights);

// Bias of the two convolutions without the batch norm.
std::vector<float> convolution_bias(const EmbeddingConfig& config, const Weights& weights);

// Where the stem's tensors stand in the list.
struct StemPlaces {
  StemPlaces(const EmbeddingConfig& config, const Weights& weights);
  // For the gradient dmaps [rows, W] of both convolutions: the bias of a temporal filter passes through the electrode
  // weights, so both get a share.
  void add_bias_gradients(const EmbeddingConfig& config, ConstMatrix dmaps, BackwardContext& context) const;

  std::size_t temporal, spatial;
  std::ptrdiff_t temporal_bias, spatial_bias;  // -1: none
};

}  // namespace eegate
