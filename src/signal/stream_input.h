// What a recipe does to samples that are still arriving: which channels it takes, and its steps in a form that looks at
// no sample before it has come.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "signal/continuous.h"
#include "signal/recipe.h"

namespace eegate {

// Where samples come from, in uV.
struct StreamInput {
  std::vector<std::string> ch_names;
  std::vector<std::string> bad_ch_names;  // of these; an average reference leaves them out
  double sfreq = 0;                       // Hz
};

struct StreamSteps {
  ContinuousSteps steps;
  std::vector<std::size_t> channels;  // of every row, among those of the input: the picked ones first
  bool is_causal_form = false;        // the recipe said zero phase, and one pass is made instead
};

// Where each name is found among the channels of the input. Error STREAM_CHANNELS if one is missing or there twice.
Result<std::vector<std::size_t>> find_in_stream(const StreamInput& input, const std::vector<std::string>& names);

// Picks `ch_names` where the recipe picks nothing. `as_causal` allows a zero-phase filter to be replaced by its causal
// form. Errors: STREAM_CHANNELS, STREAM_ZERO_PHASE, STREAM_ALIGN, DSP_*.
Result<StreamSteps> design_stream(const StreamInput& input, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names, bool as_causal);

}  // namespace eegate
