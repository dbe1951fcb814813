// A robust estimate of a recording's amplitude, to detect millivolts that are labelled as microvolts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "signal/recording.h"

namespace eegate {

// Spread that an EEG, filtered or not, has within one second: median absolute deviation, in microvolts.
inline constexpr double kLowestSpreadUv = 0.5;
inline constexpr double kHighestSpreadUv = 500;

// Median over channels and up to 8 one-second windows across the recording of the median absolute deviation in each.
// Windows in which a channel is constant do not count; the spread is 0 if all are. Channels of another rate than the
// first are left out. Errors: IO_READ.
struct Amplitude {
  double spread_uv = 0;
  std::vector<std::size_t> constant;  // channels that are constant in every window
};
Result<Amplitude> amplitude_of(const Recording& recording, std::span<const std::size_t> channels);

}  // namespace eegate
