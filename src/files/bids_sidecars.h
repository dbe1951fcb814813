// Sidecar files of a BIDS data set: events, channels, electrodes and some numbers of a recording.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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
// BIDS_TSV_ROW, BIDS_EVENT, BIDS_ONSET, BIDS_TOO_MANY_EVENTS, BIDS_COORD_SYSTEM, TEXT_LATIN1. Errors: IO_READ.
Result<BidsSidecars> read_bids_sidecars(const FileSet& files, std::string_view recording, Diagnostics& diagnostics);

// File names of BIDS data sets (Brain Imaging Data Structure, https://bids-specification.readthedocs.io):
// "sub-01_ses-2_task-rest_eeg.vhdr".

struct BidsName {
  std::vector<std::pair<std::string_view, std::string_view>> entities;  // ("sub", "01"), ..., in the order of the name
  std::string_view suffix, ending;                                      // "eeg", ".vhdr"
  std::string_view value(std::string_view key) const;                   // empty if the name has no such entity
};

// Parses `file_name` (without folder), into which the result points. std::nullopt for names that do not consist of
// key-value pairs, each key once, and a suffix.
std::optional<BidsName> parse_bids_name(std::string_view file_name);

// Whether the name is that of an EEG or intracranial EEG recording.
bool is_bids_recording(const BidsName& name);

// BIDS inheritance principle: a sidecar file applies to a recording whose name has all of its entities; `space` occurs
// in sidecar files only.
bool applies_to(const BidsName& sidecar, const BidsName& recording);

// Specificity of an applicable sidecar file by its name: in BIDS, a file that names a participant or a session must be
// inside the folder of that participant or session. Larger is more specific.
std::size_t specificity(const BidsName& sidecar);

}  // namespace eegate
