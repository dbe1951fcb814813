// Generators of well-formed, often extreme inputs, which parsers accept.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file_set.h"
#include "files/field_spec.h"
#include "model/config.h"
#include "semantic/choices.h"

namespace eegate::test::semantic {

// Names of electrodes, the same for recordings, recipes and models, so that they are often compatible.
std::vector<std::string> made_names(std::size_t n);
std::string json_names(const std::vector<std::string>& names);

// JSON of a recipe, and of display settings.
std::string made_recipe(Choices& choices);
std::string made_look(Choices& choices);

// EDF or BDF bytes: a few seconds of a few channels, with calibrations of all sizes, annotations, gaps.
std::vector<std::byte> made_recording(Choices& choices);

// The same of a night: epochs of 30 s, and gaps.
std::vector<std::byte> made_night(Choices& choices);

// A recording of another format, and the files that lie beside it.
struct MadeFiles {
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<std::pair<std::string, std::vector<std::byte>>> beside;
};
MadeFiles made_brainvision(Choices& choices);
MadeFiles made_gdf(Choices& choices);
MadeFiles made_openbci(Choices& choices);
MadeFiles made_eeglab(Choices& choices);
MadeFiles made_eeglab73(Choices& choices);
MadeFiles made_xdf(Choices& choices);
MadeFiles made_bids(Choices& choices);
FileSet file_set_of(const MadeFiles& made);

// A hypnogram in any supported format, with a matching name, and the options for reading it as JSON.
MadeFiles made_hypnogram_file(Choices& choices);
std::string made_hypnogram_options(Choices& choices);
// JSON of a hypnogram and of the lights as a page sends them.
std::string made_hypnogram(Choices& choices);
std::string made_lights(Choices& choices);

// eegate-1 bytes of a model of sequences, and JSON of what is asked of it. Empty bytes as of made_model.
std::vector<std::byte> made_stager(Choices& choices);
std::string made_stage_request(Choices& choices);

// Members of a configuration after its table.
std::string field_members(Choices& choices, std::span<const FieldSpec> fields);

// JSON of a configuration of any architecture, small enough to run if it is not refused.
std::string made_config(Choices& choices);
// The same for so many channels, without what else the data tell.
std::string made_config_for(Choices& choices, std::size_t n_chans);
// Whether its network is fast enough to run.
bool is_quick(const ModelConfig& config);

// eegate-1 bytes: a configuration with initial weights, some of them replaced by extreme finite ones. Empty if the
// configuration is refused or its network would be too slow.
std::vector<std::byte> made_model(Choices& choices);
// Of this configuration.
std::vector<std::byte> model_file(Choices& choices, const ModelConfig& config);
// The same of a transformer whose options fit together, so that it is seldom refused.
std::vector<std::byte> made_transformer(Choices& choices);

// Replaces some of the weights by extreme finite ones.
void replace_some(Choices& choices, std::vector<float>& values);

// Samples [n]: noise, zeros, a constant, or extreme finite values.
std::vector<float> made_samples(Choices& choices, std::size_t n);

// JSON of a training request, of an explanation, of a stream, of a setup.
std::string made_training(Choices& choices, bool is_further, std::size_t n_chans);
std::string made_explanation(Choices& choices);
std::string made_stream(Choices& choices);
std::string made_inspection(Choices& choices);
std::string made_ablation(Choices& choices);

}  // namespace eegate::test::semantic
