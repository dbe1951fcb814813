#include "model/layers/conv_stem_weights.h"

#include <cmath>

namespace eegate {
namespace {

// What the temporal biases add to output o, after the spatial convolution.
double temporal_bias_sum(const EmbeddingConfig& config, const Weights& weights, std::size_t o) {
  const std::span<const float> bias = weights["embed.temporal.bias"];
  const std::span<const float> spatial = weights.matrix("embed.spatial.weight").row(o);
  const std::size_t n_maps = config.depthwise ? 1 : config.filters, n_chans = spatial.size() / n_maps;
  double sum = 0;
  for (std::size_t f = 0; f < n_maps; ++f) {
    double weight = 0;
    for (std::size_t c = 0; c < n_chans; ++c) weight += static_cast<double>(spatial[f * n_chans + c]);
    sum += weight * static_cast<double>(bias[config.depthwise ? filter_of(config, o) : f]);
  }
  return sum;
}

}  // namespace

Folded fold(const EmbeddingConfig& config, const Weights& weights) {
  Folded folded;
  for (std::size_t o = 0; o < config.stem_width(); ++o) {
    const auto value = [&](const char* name) { return static_cast<double>(weights[name][o]); };
    const double scale =
        value("embed.bn.weight") / std::sqrt(value("embed.bn.running_var") + static_cast<double>(config.bn_eps));
    double shift = value("embed.bn.bias") - value("embed.bn.running_mean") * scale;
    if (config.conv_bias) shift += scale * (value("embed.spatial.bias") + temporal_bias_sum(config, weights, o));
    folded.scale.push_back(scale);
    folded.shift.push_back(shift);
  }
  return folded;
}

std::vector<float> convolution_bias(const EmbeddingConfig& config, const Weights& weights) {
  std::vector<float> bias(config.stem_width(), 0.0F);
  if (!config.conv_bias) return bias;
  for (std::size_t o = 0; o < bias.size(); ++o) {
    bias[o] = static_cast<float>(static_cast<double>(weights["embed.spatial.bias"][o]) +
                                 temporal_bias_sum(config, weights, o));
  }
  return bias;
}

StemPlaces::StemPlaces(const EmbeddingConfig& config, const Weights& weights)
    : temporal(static_cast<std::size_t>(weights.find("embed.temporal.weight"))),
      spatial(static_cast<std::size_t>(weights.find("embed.spatial.weight"))),
      temporal_bias(config.conv_bias ? weights.find("embed.temporal.bias") : -1),
      spatial_bias(config.conv_bias ? weights.find("embed.spatial.bias") : -1) {}

void StemPlaces::add_bias_gradients(const EmbeddingConfig& config, ConstMatrix dmaps, BackwardContext& context) const {
  if (spatial_bias < 0) return;
  const std::span<float> dspatial = context.gradients.values(spatial);
  const std::span<const float> weights = context.weights.values(spatial);
  const std::span<const float> bias = context.weights.values(static_cast<std::size_t>(temporal_bias));
  const std::span<float> dbias = context.gradients.values(static_cast<std::size_t>(temporal_bias));
  const std::size_t n_maps = config.depthwise ? 1 : config.filters, n_chans = weights.size() / (dmaps.cols * n_maps);
  for (std::size_t o = 0; o < dmaps.cols; ++o) {
    double total = 0;
    for (std::size_t t = 0; t < dmaps.rows; ++t) total += static_cast<double>(dmaps.row(t)[o]);
    const auto sum = static_cast<float>(total);
    context.gradients.values(static_cast<std::size_t>(spatial_bias))[o] += sum;
    for (std::size_t f = 0; f < n_maps; ++f) {
      const std::size_t filter = config.depthwise ? filter_of(config, o) : f;
      for (std::size_t c = 0; c < n_chans; ++c) {
        const std::size_t i = (o * n_maps + f) * n_chans + c;
        dspatial[i] += sum * bias[filter];
        dbias[filter] += sum * weights[i];
      }
    }
  }
}

}  // namespace eegate
