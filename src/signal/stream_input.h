// A recipe for live samples: its channels, and its steps in causal form.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/continuous.h"
#include "signal/recipe.h"

namespace eegate {

// A live source of samples in uV.
struct StreamInput {
  std::vector<std::string> ch_names;
  std::vector<std::string> bad_ch_names;  // a subset of ch_names; excluded from an average reference
  double sfreq = 0;                       // Hz
};

struct StreamSteps {
  ContinuousSteps steps;
  std::vector<std::size_t> channels;  // index in the input of each row: the picked channels first
  bool is_causal_form = false;        // the recipe requests zero phase, but the filter is causal
};

// Index of each name in the channels of the input. Error STREAM_CHANNELS if one is missing or not unique.
Result<std::vector<std::size_t>> find_in_stream(const StreamInput& input, const std::vector<std::string>& names);

// Designs the steps for a live source. `ch_names` are used if the recipe picks no channels. `as_causal` allows a
// zero-phase filter to be replaced by its causal form. Errors: STREAM_CHANNELS, STREAM_ZERO_PHASE, STREAM_ALIGN, DSP_*.
Result<StreamSteps> design_stream(const StreamInput& input, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names, bool as_causal);

}  // namespace eegate
