// Chambon et al. 2018, as implemented in PhysioEx: two convolutions over the samples of each epoch, and a dense layer
// from the maps of all epochs of a window to the stage of the middle epoch.
#include "model/layers/conv2d.h"
#include "model/layers/map_layers.h"
#include "model/layers/map_pool.h"
#include "model/sequence/sequence_architecture.h"

namespace eegate::sequence_architectures {
namespace chambon2018 {

constexpr FieldSpec kFields[] = {
    integer_field("context", 21, 1, 1001),
    integer_field("maps", 8, 1, 4096),
    integer_field("kernel", 50, 1, 65536),
    integer_field("pad", 25, 0, 65536),
    integer_field("pool", 13, 1, 65536),
    number_field("drop_prob", 0.5, 0, 0.999),
    // Divisor of the samples. 0: each sample of an epoch is standardised over all epochs of the recording.
    number_field("amplitude_uv", 0, 0, 1e6),
};

// Length after one convolution and its pool.
std::size_t pooled_length(const ConfigNode& f, std::size_t n) {
  const std::size_t padded = n + 2 * f.size("pad"), kernel = f.size("kernel");
  return padded < kernel ? 0 : (padded - kernel + 1) / f.size("pool");
}

std::size_t final_length(const ModelConfig& config) {
  const std::size_t first = pooled_length(config.fields, config.n_times);
  return first == 0 ? 0 : pooled_length(config.fields, first);
}

Result<> resolve(ModelConfig& config) {
  if (final_length(config) > 0) return {};
  return config_conflict("The two convolutions and their pools leave no sample", "n_times",
                         std::to_string(config.n_times), "longer epochs, or a smaller kernel and pool");
}

SpectrogramForm form_of(const ConfigNode& f) {
  const double amplitude = f.number("amplitude_uv");
  return {.samples = true, .unit = amplitude > 0 ? amplitude : 1};
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  const std::size_t n_chans = config.n_chans, maps = f.size("maps"), kernel = f.size("kernel");
  TensorList list;
  if (n_chans > 1) list.add_linear("spatial", {n_chans, 1, n_chans, 1});
  list.add_linear("conv.0", {maps, 1, 1, kernel});
  list.add_linear("conv.1", {maps, maps, 1, kernel});
  list.add_head({config.n_outputs, f.size("context") * maps * n_chans * final_length(config)});
  return list.take();
}

std::unique_ptr<SequenceNetwork> build(const ModelConfig& config, const Weights& weights) {
  const ConfigNode& f = config.fields;
  auto network = std::make_unique<SequenceNetwork>(form_of(f));
  network->standardizes_record = f.number("amplitude_uv") == 0;
  network->classifies_middle = true;
  auto encoder = std::make_unique<Chain>();
  // The outputs of the spatial convolution are the channels of the following layers.
  if (config.n_chans > 1) encoder->add<Conv2d>(weights, "spatial").add<MapsToChannels>();
  const ConvGeometry geometry{.pad_before = {0, f.size("pad")}, .pad_after = {0, f.size("pad")}};
  for (const char* name : {"conv.0", "conv.1"}) {
    encoder->add<Conv2d>(weights, name, geometry).add<MapActivation>(Activation::kRelu);
    encoder->add<MaxPool>(f.size("pool"));
  }
  encoder->add<MapsToChannels>();
  network->first = std::move(encoder);
  network->encodes_epochs = true;
  network->window = std::make_unique<Chain>();
  network->window->reshape(as_vector).add<MapDropout>(f.number("drop_prob"), 1).add<Dense>(weights, "head");
  return network;
}

}  // namespace chambon2018

extern const SequenceArchitecture kChambon2018 = {.name = "chambon2018",
                                                  .fields = chambon2018::kFields,
                                                  .resolve = chambon2018::resolve,
                                                  .tensors = chambon2018::tensors,
                                                  .form = chambon2018::form_of,
                                                  .build = chambon2018::build,
                                                  .recipe = kDensityRecipe,
                                                  .sfreq = 100,
                                                  .classifies_middle = true};

}  // namespace eegate::sequence_architectures
