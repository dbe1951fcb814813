// A recording of any format as EDF+ or BrainVision, without identity, a window of samples at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"

namespace eegate {

struct ConvertOptions {
  bool keep_date = false;    // otherwise the start date is left out of both files
  bool remove_time = false;  // the time of day, too
};

struct Converted {
  std::uint64_t n_channels = 0, n_annotations = 0, n_samples = 0;  // of the channel with most samples
  std::vector<std::string> left_out;                               // channels that the format has no place for
  Warnings warnings;                                               // CONVERT_*, DEID_*
};

using WriteBytes = std::function<Result<>(std::span<const std::byte>)>;
using Progress = std::function<void(double)>;

// EDF+C, or EDF+D of a recording with gaps. Samples are rounded to 16 bits over the range of each channel. Errors:
// CONVERT_CHANNELS, EDF_WRITE_*, and those of reading.
Result<Converted> convert_to_edf(const OpenRecording& open, const ConvertOptions& options, const WriteBytes& write,
                                 const Progress& progress);

// BrainVision: samples are written as they are read; the texts of header and markers come back. `stem` is the name of
// the files. Errors: CONVERT_CHANNELS, and those of reading.
struct BrainVisionTexts {
  Converted converted;
  std::string header, markers;
};
Result<BrainVisionTexts> convert_to_brainvision(const OpenRecording& open, const ConvertOptions& options,
                                                const std::string& stem, const WriteBytes& write,
                                                const Progress& progress);

}  // namespace eegate
