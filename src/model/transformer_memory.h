// How much memory a transformer takes while a trial passes through.
#pragma once

#include <cstddef>

#include "model/transformer_config.h"

namespace eegate {

// Floats alive at once while one trial passes through: its samples twice, and the widest stage of blocks. The tokens of
// a stage stay while the next one works; they are half as many of twice the width.
double planned_floats(std::size_t n_chans, std::size_t n_times, const TransformerConfig& t);

}  // namespace eegate
