// What the words of EEGNet's configuration stand for.
#pragma once

#include "base/options.h"

namespace eegate {

// How convolutions over time pad: to the same length, or k/2 rounded down on both sides.
inline constexpr auto kEegnetHalfPadding = option_table<bool>({{"same", false}, {"torch", true}});
// Which index is first in what the head sees: the map or the time.
inline constexpr auto kEegnetTimeFirst = option_table<bool>({{"map_time", false}, {"time_map", true}});

}  // namespace eegate
