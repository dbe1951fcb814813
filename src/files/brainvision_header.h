// The header of a BrainVision recording (.vhdr; BrainVision Core Data Format, Brain Products): its files, the format of
// its samples, its channels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/diagnostics.h"
#include "files/sample_text.h"
#include "files/signal_file.h"
#include "files/table_signal_file.h"

namespace eegate {

struct BrainVisionChannel {
  std::string label, reference, unit;
  double resolution = 1;             // of one digital step, in the unit
  std::optional<double> microvolts;  // microvolts per unit; std::nullopt if the unit is not a known voltage
  std::optional<std::array<double, 3>> direction;
};

struct BrainVisionHeader {
  std::string data_file;
  std::string marker_file;  // may be empty
  bool is_text = false;
  bool is_by_channel = false;     // VECTORIZED
  bool has_extra_column = false;  // V-Amp writes one additional number per sample
  NumberType number = NumberType::kInt16;
  bool is_big_endian = false;
  SampleText text;
  double sfreq = 0;
  std::uint64_t n_samples = 0;        // as in the header; 0 if missing
  std::uint64_t segment_samples = 0;  // length of consecutive epochs; 0 if there are none
  std::vector<BrainVisionChannel> channels;
};

inline constexpr std::uint64_t kMaxBrainVisionChannels = 16384;

// Whether a line is the first line of a header, including those of V-Amp.
bool is_brainvision_header(std::string_view first_line);

// `stem` replaces $b in file names. Errors: BV_FIELD, BV_DATATYPE.
Result<BrainVisionHeader> parse_brainvision_header(std::string_view text, std::string_view stem,
                                                   Diagnostics& diagnostics);

// "$b.eeg" -> "a.eeg"
std::string linked_name(std::string_view link, std::string_view stem);

// The markers of a BrainVision recording (.vmrk): annotations, starts of segments and the start time.

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
