// The tags of a FIF file (Neuromag/Elekta, as in MNE's constants FIFF): measurement information, positions of sample
// buffers, annotations.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"
#include "files/table_signal_file.h"

namespace eegate {

struct FifChannel {
  std::string name;
  std::int32_t kind = 0;   // 2: EEG, 3: triggers
  std::int32_t unit = 0;   // 107: volts
  double calibration = 1;  // value = number * calibration, in the unit
  std::optional<std::array<double, 3>> direction;
  bool is_bad = false;
};

// A buffer of multiplexed samples of all channels.
struct FifBuffer {
  std::uint64_t first_sample = 0;  // counted over the stored samples
  std::uint64_t byte = 0, n_samples = 0;
  NumberType type = NumberType::kFloat32;
  std::uint32_t part = 0;  // of a recording in several files
};

struct FifGap {
  std::uint64_t before_sample = 0, n_samples = 0;  // that were not stored
};

struct FifAnnotations {
  std::vector<double> onsets_s, ends_s;
  std::vector<std::string> texts;
  std::optional<double> date_s;
};

struct FifHeader {
  double sfreq = 0, highpass_hz = 0, lowpass_hz = 0;
  std::optional<double> date_s;  // seconds since 1970, UTC
  std::int64_t first_sample = 0;
  std::vector<FifChannel> channels;
  std::vector<FifBuffer> buffers;
  std::vector<FifGap> gaps;
  FifAnnotations annotations;
  std::string next_file, file_before;  // of a recording in several files
  std::uint64_t n_samples() const {
    return buffers.empty() ? 0 : buffers.back().first_sample + buffers.back().n_samples;
  }
};

// Errors: FIF_TAG, FIF_LOOP, FIF_FIELD, FIF_NCHAN, FIF_TYPE, FIF_NOT_RAW, IO_READ.
Result<FifHeader> read_fif_header(ByteSource& source, Diagnostics& diagnostics);

}  // namespace eegate
