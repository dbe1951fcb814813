// The markers of a BrainVision recording (.vmrk): annotations, starts of segments and the start time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/signal_file.h"

namespace eegate {

struct BrainVisionMarkers {
  std::string data_file;  // as named in this file
  std::vector<Annotation> annotations;
  std::vector<std::uint64_t> segment_begins;  // sample indices
  RecordingStart start;
};

// Invalid markers are skipped with warnings BV_MARKER, BV_MARKER_RANGE, BV_TOO_MANY_MARKERS.
BrainVisionMarkers parse_brainvision_markers(std::string_view text, double sfreq, std::uint64_t n_samples,
                                             Diagnostics& diagnostics);

}  // namespace eegate
