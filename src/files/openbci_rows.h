// The lines of an OpenBCI text: what its header says, and the rows of samples as a table of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"

namespace eegate {

struct OpenBciRows {
  double sfreq = 0;  // 0: the file does not say
  bool has_column_names = false;
  std::vector<std::string> labels;  // of the channels of EEG
  std::vector<std::byte> floats;    // n_rows * labels.size() microvolts, as this machine has them
  std::uint64_t n_rows = 0;
  std::uint64_t n_dropped = 0;           // rows with another number of fields, or with words
  std::uint64_t n_gaps = 0, n_lost = 0;  // of the sample index
  std::vector<std::uint64_t> n_at_rail;  // per channel
};

// Errors: OPENBCI_SD_RAW, OPENBCI_ROWS, IO_READ.
Result<OpenBciRows> read_openbci_rows(ByteSource& source);

}  // namespace eegate
