// Channels, segments and annotations of a Recording, made from what stands in the file. Internal to
// src/signal.
#pragma once

#include <vector>

#include "files/diagnostics.h"
#include "files/edf_clock.h"
#include "files/edf_tal.h"
#include "signal/recording.h"

namespace eegate {

// One channel per signal that holds samples, and which signal it is.
struct ChannelList {
  std::vector<Channel> channels;
  std::vector<std::size_t> signals;
};
ChannelList make_channels(const EdfHeader& header, Diagnostics& diagnostics);

// At least one segment, even for a file of annotations alone.
std::vector<Segment> make_segments(const EdfHeader& header, const EdfClock& clock);

// Onset after the first sample instead of after the start time of the header.
Annotation make_annotation(const EdfHeader& header, EdfAnnotation&& annotation, std::int64_t first_clock_ns);

}  // namespace eegate
