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
  std::unique_ptr<SequenceNetwork> (*build)(const ModelConfig& config, const Weights& weights);
  // What the self-test of a file holds of an epoch: its picture, or its signal [C, T].
  bool tests_pictures = false;
};

std::vector<const SequenceArchitecture*> sequence_architectures_known();
// Null for an unknown name.
const SequenceArchitecture* find_sequence_architecture(std::string_view name);
// Errors as read_config has them.
Result<ModelConfig> read_sequence_config(const JsonValue& object);
// The network of a configuration, with what all have in common.
std::unique_ptr<SequenceNetwork> make_sequence_network(const ModelConfig& config, const Weights& weights);
// MODEL_CONFIG_CONFLICT unless frames have a length that can be transformed.
Result<> check_spectrogram(const SpectrogramForm& form);

}  // namespace eegate
