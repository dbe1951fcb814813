// File names of BIDS data sets (Brain Imaging Data Structure, https://bids-specification.readthedocs.io):
// "sub-01_ses-2_task-rest_eeg.vhdr".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace eegate {

struct BidsName {
  std::vector<std::pair<std::string_view, std::string_view>> entities;  // ("sub", "01"), ..., in the order of the name
  std::string_view suffix, ending;                                      // "eeg", ".vhdr"
  std::string_view value(std::string_view key) const;                   // empty if the name has no such entity
};

// Parses `file_name` (without folder), into which the result points. std::nullopt for names that do not consist of
// key-value pairs and a suffix.
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
