// Writes the texts of a BrainVision recording; its samples are 32-bit floats, little-endian, sample by sample.
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
  std::uint64_t sample = 0, n_samples = 1;  // from 0
  std::optional<double> onset_s;            // when it was, of a segment, after the start
};

// `stem` is the name of the files without their endings.
std::string brainvision_header_text(std::string_view stem, double sfreq, std::uint64_t n_samples,
                                    std::span<const BrainVisionOutChannel> channels);
// Begins with the segment of the first sample, and its date where it is known.
std::string brainvision_marker_text(std::string_view stem, const RecordingStart& start,
                                    std::span<const BrainVisionOutMarker> markers);

}  // namespace eegate
