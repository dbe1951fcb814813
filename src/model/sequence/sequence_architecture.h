// What an architecture of sequences has to say about itself. A new one is a file here and a line in
// sequence_architectures.cc.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/sequence/sequence_network.h"
#include "model/tensor_list.h"

namespace eegate {

struct SequenceArchitecture {
  std::string_view name;
  std::span<const FieldSpec> fields;         // its own; the common ones are added
  Result<> (*resolve)(ModelConfig& config);  // conflicts
  std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
  SpectrogramForm (*form)(const ConfigNode& fields);
  std::unique_ptr<SequenceNetwork> (*build)(const ModelConfig& config, const Weights& weights);
  // The values of new weights that training leaves alone; null: there are none.
  void (*set_fixed)(Weights& weights) = nullptr;
  // How a recording becomes what the network takes, and at which rate (docs/SIGNAL.md).
  std::string_view recipe;
  double sfreq = 0;
  // What the self-test of a file holds of an epoch: its picture, or its signal [C, T].
  bool tests_pictures = false;
  // Whether the network answers for the middle of a window alone.
  bool answers_middle = false;
};

std::vector<const SequenceArchitecture*> sequence_architectures_known();
// Null for an unknown name.
const SequenceArchitecture* find_sequence_architecture(std::string_view name);
// Errors as read_config has them.
Result<ModelConfig> read_sequence_config(const JsonValue& object);
// The network of a configuration, with what all have in common.
std::unique_ptr<SequenceNetwork> make_sequence_network(const ModelConfig& config, const Weights& weights);
// The pictures of a window of all channels, {L, ...}.
MapShape pictures_of_window(const ModelConfig& config);
// MODEL_TOO_LARGE unless an engine can hold what passes through the network of so many epochs at once: their signals,
// their pictures, and the widest values that a tensor makes of a point of them. Asked before anything is made of sizes
// of a file.
Result<> check_sequence_memory(const ModelConfig& config, std::span<const TensorSpec> tensors, double n_epochs);
// Of the networks of PhysioEx and ours, at 100 Hz: their recipe, and the form of the fields `window`, `hop` and `n_fft`
// of those that look at densities of power.
inline constexpr std::string_view kDensityRecipe =
    R"({"version":2,"steps":[{"fir_zero_phase":{"taps":101,"low_hz":0.3,"high_hz":40,"emg_low_hz":10}},)"
    R"({"resample_hz":100,"method":"fourier"}],"epochs":{"by":"sequence","length_s":30,"context":21,"step":1,)"
    R"("edges":"inside"}})";
SpectrogramForm density_form(const ConfigNode& fields);
// MODEL_CONFIG_CONFLICT unless frames have a length that can be transformed.
Result<> check_spectrogram(const SpectrogramForm& form);

}  // namespace eegate
