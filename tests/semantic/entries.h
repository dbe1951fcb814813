// Entry points of the semantic tests. Each generates inputs from the given bytes and processes them completely. It must
// return for all bytes, with finite results or an error; otherwise it throws std::logic_error.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "semantic/choices.h"

namespace eegate::test::semantic {

// The outcome of an input, so that tests can check that not all inputs are refused.
struct Outcome {
  std::size_t n_answers = 0, n_refusals = 0;
};

Outcome apply_recipe(Choices& choices);
Outcome run_model(Choices& choices);
Outcome run_training(Choices& choices);
Outcome call_session(Choices& choices);
Outcome preview_setup(Choices& choices);
Outcome open_formats(Choices& choices);
Outcome score_night(Choices& choices);
Outcome stage_night(Choices& choices);
Outcome compare_methods(Choices& choices);
Outcome quantize(Choices& choices);

struct Entry {
  std::string_view name;
  Outcome (*enter)(Choices&);
};
inline constexpr std::array kEntries = {Entry{"made_recipe", apply_recipe},     Entry{"made_model", run_model},
                                        Entry{"made_training", run_training},   Entry{"made_calls", call_session},
                                        Entry{"made_setup", preview_setup},     Entry{"made_files", open_formats},
                                        Entry{"made_night", score_night},       Entry{"made_stager", stage_night},
                                        Entry{"made_methods", compare_methods}, Entry{"made_quantized", quantize}};

}  // namespace eegate::test::semantic
