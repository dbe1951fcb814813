// Weights of the convolutional stem (conv_stem.cc): folding of batch norm and biases, and the gradients of the biases.
#pragma once

#include <cstddef>
#include <vector>

#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

// The temporal filter of an output of a depthwise stem.
inline std::size_t filter_of(const EmbeddingConfig& config, std::size_t output) { return output / config.depth; }

// Batch norm and biases as y = scale * (convolution without biases) + shift, for each of W outputs.
struct Folded {
  std::vector<double> scale, shift;
};
Folded fold(const EmbeddingConfig& config, const Weights& weights);

// Bias of the two convolutions without the batch norm.
std::vector<float> convolution_bias(const EmbeddingConfig& config, const Weights& weights);

// Indices of the stem's tensors in the list.
struct StemPlaces {
  StemPlaces(const EmbeddingConfig& config, const Weights& weights);
  // From the gradient dmaps [rows, W] of the output of both convolutions. The temporal bias passes through the spatial
  // convolution and so contributes to the gradient of the spatial weights, too.
  void add_bias_gradients(const EmbeddingConfig& config, ConstMatrix dmaps, BackwardContext& context) const;

  std::size_t temporal, spatial;
  std::ptrdiff_t temporal_bias, spatial_bias;  // -1: none
};

}  // namespace eegate
