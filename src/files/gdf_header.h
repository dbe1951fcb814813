// The header of GDF 1.x to 3.x (Schlogl 2006, arXiv:cs/0608052): as that of EDF, but with binary numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"
#include "files/recording_start.h"
#include "files/table_signal_file.h"

namespace eegate {

struct GdfChannel {
  std::string label, unit;
  float highpass_hz = 0, lowpass_hz = 0;
  double gain = 1, offset = 0;       // value = gain * number + offset, in the unit
  std::optional<double> microvolts;  // per unit
  bool calibrated = true;
  NumberType type = NumberType::kInt16;
  std::uint64_t n_per_record = 0;
  std::uint64_t record_offset = 0;  // bytes
};

struct GdfHeader {
  bool is_second = false;       // version 2 or 3, which differ in their number only
  bool has_old_events = false;  // their table is that of version 1
  bool is_cut = false;          // fewer records than announced
  int version = 1;
  std::uint64_t header_bytes = 0, n_records = 0, record_bytes = 0;
  double record_s = 0;
  RecordingStart start;
  std::vector<GdfChannel> channels;
  std::vector<std::string> event_names;  // of the types from 1 on, if the file has names
  double duration_s() const { return static_cast<double>(n_records) * record_s; }
  double sfreq(const GdfChannel& channel) const { return static_cast<double>(channel.n_per_record) / record_s; }
};

// Errors: GDF_VERSION, GDF_TRUNCATED_HEADER, GDF_FIELD, GDF_TYPE, IO_READ.
Result<GdfHeader> read_gdf_header(ByteSource& source, Diagnostics& diagnostics);

}  // namespace eegate
