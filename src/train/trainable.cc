#include "train/trainable.h"

#include "model/architecture.h"
#include "model/masked_patches.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_network.h"

namespace eegate {

bool is_sequence_model(const ModelConfig& config) { return find_sequence_architecture(config.architecture) != nullptr; }

TrialShape trial_shape_of(const ModelConfig& config) {
  if (!is_sequence_model(config)) return {.n_chans = config.n_chans, .n_times = config.n_times};
  const MapShape images = images_of_window(config);
  TrialShape shape{
      .n_rows = images.frames, .n_chans = 1, .n_times = images.size() / images.frames, .n_answers = images.frames};
  if (find_sequence_architecture(config.architecture)->classifies_middle) {
    shape.first_answer = images.frames / 2;
    shape.n_answers = 1;
  }
  return shape;
}

bool is_recurrent(const ModelConfig& config) {
  if (is_masked(config)) return false;
  return is_sequence_model(config) || find_architecture(config.architecture)->is_recurrent;
}

std::vector<TensorSpec> tensors_of(const ModelConfig& config) {
  if (is_masked(config)) return masked_tensors(config);
  const SequenceArchitecture* of_sequences = find_sequence_architecture(config.architecture);
  return of_sequences != nullptr ? of_sequences->tensors(config)
                                 : find_architecture(config.architecture)->tensors(config);
}

void set_fixed_weights(Weights& weights, const ModelConfig& config) {
  const SequenceArchitecture* architecture = find_sequence_architecture(config.architecture);
  if (architecture != nullptr && architecture->set_fixed != nullptr) architecture->set_fixed(weights);
}

Result<std::unique_ptr<Network>> network_of(const ModelConfig& config, const Weights& weights) {
  if (is_masked(config)) return masked_network(config, weights);
  if (!is_sequence_model(config)) return find_architecture(config.architecture)->make(config, weights);
  return std::unique_ptr<Network>(
      std::make_unique<WindowNetwork>(make_sequence_network(config, weights), images_of_window(config)));
}

}  // namespace eegate
