// What the side files of a BIDS data set say about a recording: events, channels, electrodes, a few numbers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_set.h"
#include "files/diagnostics.h"
#include "files/signal_file.h"

namespace eegate {

struct BidsChannel {
  std::string name, type, unit;  // type in capital letters; what is not known is empty
  bool is_bad = false;
};

struct BidsElectrode {
  std::string name;
  std::array<double, 3> direction;  // see FileChannel
};

struct BidsSides {
  std::optional<std::vector<Annotation>> events;  // nothing: there is no table of events
  std::vector<BidsChannel> channels;
  std::vector<BidsElectrode> electrodes;
  double sfreq = 0, duration_s = 0;  // as _eeg.json says; 0 if it does not
};

// The side files among `files` that apply to a recording by the rules of inheritance. A recording whose name is not one
// of BIDS has none. A side file that cannot be read is left out, warning BIDS_SIDE_FILE. Other warnings:
// BIDS_AMBIGUOUS, BIDS_TSV_ROW, BIDS_EVENT, BIDS_TOO_MANY_EVENTS, BIDS_COORD_SYSTEM, TEXT_LATIN1. Errors: IO_READ.
Result<BidsSides> read_bids_sides(const FileSet& files, std::string_view recording, Diagnostics& diagnostics);

}  // namespace eegate
