// The baseline model (docs/MODEL.md): log power of every electrode in five bands, standardised, and multinomial
// logistic regression, trained by gradient descent. A network that is not better than this has learned little.
#include "model/layers/band_power.h"

#include "base/numbers_as_text.h"
#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/layers/map_layers.h"

namespace eegate::architectures {
namespace band_power {

constexpr FieldSpec kFields[] = {
    number_field("sfreq", 160, 1, 1e6),  // Hz: where the bands lie
    number_field("bn_eps", 1e-5, 1e-12, 1),
    number_field("bn_momentum", 0.1, 0, 1),
};

std::size_t segment_of(const ModelConfig& config) {
  return welch_segment(config.fields.number("sfreq"), config.n_times);
}

std::size_t n_bands(const ModelConfig& config) {
  return eeg_band_bins(config.fields.number("sfreq"), segment_of(config)).size();
}

Result<> resolve(ModelConfig& config) {
  if (n_bands(config) > 0) return {};
  return config_conflict(
      "The windows have no power in any band: too short, or sampled too slowly", "n_times",
      std::to_string(config.n_times) + " samples at " + significant(config.fields.number("sfreq"), 6) + " Hz",
      "1 s or more at 8 Hz or more");
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const std::size_t n_features = config.n_chans * n_bands(config);
  TensorList list;
  MapNorm::list_tensors(list, "norm", n_features, config.fields.number("bn_momentum"), /*with_scale=*/false);
  list.add_head({config.n_outputs, n_features});
  return list.take();
}

// The length of the Welch segments is that of training; their number may differ.
bool accepts(const ModelConfig& config, std::size_t n_times) { return n_times >= segment_of(config); }

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  const ConfigNode& f = config.fields;
  ChainNetwork net(config.n_chans);
  net.add<BandPower>(f.number("sfreq"), segment_of(config)).reshape(as_vector);
  net.add<MapNorm>(weights, "norm", f.number("bn_eps")).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace band_power

extern const Architecture kBandPower = {.name = "band_power",
                                        .fields = band_power::kFields,
                                        .resolve = band_power::resolve,
                                        .tensors = band_power::tensors,
                                        .accepts = band_power::accepts,
                                        .build = band_power::build};

}  // namespace eegate::architectures
