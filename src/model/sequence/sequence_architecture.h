// The description of an architecture that classifies sequences of epochs (sleep staging). To add one: a file in this
// folder and a line in sequence_architectures.cc.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/sequence/sequence_network.h"
#include "model/weights.h"

namespace eegate {

struct SequenceArchitecture {
  std::string_view name;
  std::span<const FieldSpec> fields;         // besides those that all have
  Result<> (*resolve)(ModelConfig& config);  // reports conflicts
  std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
  SpectrogramForm (*form)(const ConfigNode& fields);
  std::unique_ptr<SequenceNetwork> (*build)(const ModelConfig& config, const Weights& weights);
  // Sets the weights that are not trained (Constraint::kFixed) of a new model; null: there are none.
  void (*set_fixed)(Weights& weights) = nullptr;
  // The preprocessing recipe (docs/SIGNAL.md) and the sampling rate after it, in Hz.
  std::string_view recipe;
  double sfreq = 0;
  // Whether the self-test of a file stores the images of epochs instead of their signals [C, T].
  bool tests_images = false;
  // Whether the network classifies only the middle epoch of a window.
  bool classifies_middle = false;
};

std::vector<const SequenceArchitecture*> sequence_architectures_known();
// Null for an unknown name.
const SequenceArchitecture* find_sequence_architecture(std::string_view name);
// Errors: those of read_config.
Result<ModelConfig> read_sequence_config(const JsonValue& object);
// Builds the network of a configuration and sets the members that all architectures share.
std::unique_ptr<SequenceNetwork> make_sequence_network(const ModelConfig& config, const Weights& weights);
// Shape of the images of a window with all channels, {L, ...}.
MapShape images_of_window(const ModelConfig& config);
// Error MODEL_TOO_LARGE unless an engine can hold the forward pass of n_epochs epochs: their signals, their images, and
// the widest activations. Must be called before memory is allocated from sizes of a file.
Result<> check_sequence_memory(const ModelConfig& config, std::span<const TensorSpec> tensors, double n_epochs);
// The recipe of the networks of PhysioEx and of gated_stager, at 100 Hz, and the spectrogram that the fields `window`,
// `hop` and `n_fft` describe.
inline constexpr std::string_view kDensityRecipe =
    R"({"version":2,"steps":[{"fir_zero_phase":{"taps":101,"low_hz":0.3,"high_hz":40,"emg_low_hz":10}},)"
    R"({"resample_hz":100,"method":"fourier"}],"epochs":{"by":"sequence","length_s":30,"context":21,"step":1,)"
    R"("edges":"inside"}})";
SpectrogramForm density_form(const ConfigNode& fields);
// Error MODEL_CONFIG_CONFLICT unless the length of the frames suits the Fourier transform.
Result<> check_spectrogram(const SpectrogramForm& form);

}  // namespace eegate
