// Sidecar files of a BIDS data set: events, channels, electrodes and some numbers of a recording.
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
  std::string name, type, unit;  // type in capital letters; empty where unknown
  bool is_bad = false;
};

struct BidsElectrode {
  std::string name;
  std::array<double, 3> direction;  // see FileChannel
};

struct BidsSidecars {
  std::optional<std::vector<Annotation>> events;  // std::nullopt: there is no table of events
  std::vector<BidsChannel> channels;
  std::vector<BidsElectrode> electrodes;
  double sfreq = 0, duration_s = 0;  // from _eeg.json; 0 if not given
};

// Reads the sidecar files in `files` that apply to a recording by the inheritance principle; none if its name is not a
// BIDS name. Unreadable sidecar files are ignored with warning BIDS_SIDE_FILE. Other warnings: BIDS_AMBIGUOUS,
// BIDS_TSV_ROW, BIDS_EVENT, BIDS_TOO_MANY_EVENTS, BIDS_COORD_SYSTEM, TEXT_LATIN1. Errors: IO_READ.
Result<BidsSidecars> read_bids_sidecars(const FileSet& files, std::string_view recording, Diagnostics& diagnostics);

}  // namespace eegate
