// Parses OpenBCI text recordings: the header and the rows of samples as a table of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"

namespace eegate {

struct OpenBciRows {
  double sfreq = 0;  // 0: not given in the file
  bool has_column_names = false;
  std::vector<std::string> labels;  // of the EEG channels
  std::vector<std::byte> floats;    // n_rows * labels.size() microvolts in native byte order
  std::uint64_t n_rows = 0;
  std::uint64_t n_dropped = 0;           // rows with a wrong number of fields or with text
  std::uint64_t n_gaps = 0, n_lost = 0;  // from the sample index
  std::vector<std::uint64_t> n_at_rail;  // per channel
};

// Errors: OPENBCI_SD_RAW, OPENBCI_ROWS, IO_READ.
Result<OpenBciRows> read_openbci_rows(ByteSource& source);

}  // namespace eegate
