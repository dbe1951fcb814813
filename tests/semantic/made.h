// What generators make: inputs that are well formed and often extreme, for what a parser lets through.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/config.h"
#include "semantic/choices.h"

namespace eegate::test::semantic {

// Names of electrodes, the same for recordings, recipes and models, so that they often fit.
std::vector<std::string> made_names(std::size_t n);
std::string json_names(const std::vector<std::string>& names);

// JSON of a recipe, and of how someone looks at a recording.
std::string made_recipe(Choices& choices);
std::string made_look(Choices& choices);

// EDF or BDF bytes: a few seconds of a few channels, with calibrations of all sizes, annotations, gaps.
std::vector<std::byte> made_recording(Choices& choices);

// JSON of a configuration of any architecture, small enough to run if it is not refused.
std::string made_config(Choices& choices);
// The same for so many channels, without what else the data tell.
std::string made_config_for(Choices& choices, std::size_t n_chans);
// Whether its network takes a moment only.
bool is_quick(const ModelConfig& config);

// eegate-1 bytes: a configuration with first weights of which some are replaced by extreme finite ones. Empty where the
// configuration is refused, or its network would take long.
std::vector<std::byte> made_model(Choices& choices);

// Samples [n]: noise, zeros, a constant, or extreme finite values.
std::vector<float> made_samples(Choices& choices, std::size_t n);

// JSON of a training request, of an explanation, of a stream, of a setup.
std::string made_training(Choices& choices, bool is_further, std::size_t n_chans);
std::string made_explanation(Choices& choices);
std::string made_stream(Choices& choices);
std::string made_inspection(Choices& choices);
std::string made_ablation(Choices& choices);

}  // namespace eegate::test::semantic
