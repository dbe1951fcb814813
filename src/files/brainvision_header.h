// The header of a BrainVision recording (.vhdr): which files hold it, how its samples lie, its channels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/diagnostics.h"
#include "files/sample_table.h"
#include "files/sample_text.h"

namespace eegate {

struct BrainVisionChannel {
  std::string label, reference, unit;
  double resolution = 1;             // of one digit, in the unit
  std::optional<double> microvolts;  // in one unit; nothing if the unit is no known voltage
  std::optional<std::array<double, 3>> direction;
};

struct BrainVisionHeader {
  std::string data_file;
  std::string marker_file;  // may be empty
  bool is_text = false;
  bool is_by_channel = false;     // VECTORIZED
  bool has_extra_column = false;  // V-Amp writes one number more in each frame
  NumberType number = NumberType::kInt16;
  bool is_big_endian = false;
  SampleText text;
  double sfreq = 0;
  std::uint64_t n_samples = 0;        // as the header says; 0 if it does not
  std::uint64_t segment_samples = 0;  // of epochs that lie one after another; 0 if there are none
  std::vector<BrainVisionChannel> channels;
};

inline constexpr std::uint64_t kMaxBrainVisionChannels = 16384;

// The first line of a header, and of a header of V-Amp.
bool is_brainvision_header(std::string_view first_line);

// `stem` is what $b stands for. Errors: BV_FIELD, BV_DATATYPE.
Result<BrainVisionHeader> parse_brainvision_header(std::string_view text, std::string_view stem,
                                                   Diagnostics& diagnostics);

// "$b.eeg" -> "a.eeg"
std::string linked_name(std::string_view link, std::string_view stem);

}  // namespace eegate
