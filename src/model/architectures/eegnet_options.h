// Options of EEGNet's configuration.
#pragma once

#include "base/options.h"

namespace eegate {

// Padding of the temporal convolutions: to the same length, or floor(k / 2) zeros on both sides.
inline constexpr auto kEegnetHalfPadding = option_table<bool>({{"same", false}, {"torch", true}});
// Order in which the input of the head is flattened.
inline constexpr auto kEegnetTimeFirst = option_table<bool>({{"map_time", false}, {"time_map", true}});

}  // namespace eegate
