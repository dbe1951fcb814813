// Writes the text files of a BrainVision recording. Its samples are 32-bit little-endian floats, multiplexed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "files/recording_start.h"

namespace eegate {

struct BrainVisionOutChannel {
  std::string label, unit;
  std::optional<std::array<double, 3>> direction;  // see FileChannel
};

struct BrainVisionOutMarker {
  std::string type, text;
  std::uint64_t sample = 0, n_samples = 1;  // counted from 0
  std::optional<double> onset_s;            // start time of a segment, relative to the start
};

// The .vhdr file. `stem` is the name of the files without extension.
std::string brainvision_header_text(std::string_view stem, double sfreq, std::uint64_t n_samples,
                                    std::span<const BrainVisionOutChannel> channels);
// The .vmrk file. It begins with the segment of the first sample, including the date if known.
std::string brainvision_marker_text(std::string_view stem, const RecordingStart& start,
                                    std::span<const BrainVisionOutMarker> markers);

}  // namespace eegate
