// Names of files in BIDS data sets (Brain Imaging Data Structure): "sub-01_ses-2_task-rest_eeg.vhdr".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace eegate {

struct BidsName {
  std::vector<std::pair<std::string_view, std::string_view>> entities;  // "sub" "01", in the order of the name
  std::string_view suffix, ending;                                      // "eeg", ".vhdr"
  std::string_view value(std::string_view key) const;                   // empty if the name does not have it
};

// Views into `file_name`, which has no folder. Nothing for a name that is not made of key-value pairs and a suffix.
std::optional<BidsName> parse_bids_name(std::string_view file_name);

// The name of a recording of EEG, inside or on the brain.
bool is_bids_recording(const BidsName& name);

// Inheritance: a side file applies to a recording whose name has all entities of its own; `space` is one of side files
// alone.
bool applies_to(const BidsName& side, const BidsName& recording);

// Which of two side files that apply is nearer to the recording, by their names alone: BIDS lets a file that names a
// participant or a session stand only below that folder. Larger is nearer.
std::size_t nearness(const BidsName& side);

}  // namespace eegate
