// Memory of a transformer's forward pass.
#pragma once

#include <cstddef>

#include "model/transformer_config.h"

namespace eegate {

// Estimated number of floats that are alive at once in the forward pass of one trial: its samples twice, and the stage
// of blocks with the largest need. The tokens of a stage stay alive while the next stage runs.
double planned_floats(std::size_t n_chans, std::size_t n_times, const TransformerConfig& t);

}  // namespace eegate
