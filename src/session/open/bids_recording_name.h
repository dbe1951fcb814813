// Names of recordings in a BIDS data set (Brain Imaging Data Structure).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace eegate {

// "sub-01_ses-2_task-rest_run-1_eeg.edf"; without the keys, empty where the name has none.
struct BidsRecordingName {
  std::string participant, session, task, run;
  std::string suffix;  // "eeg" or "ieeg"
  std::string stem;    // all before the suffix: "sub-01_ses-2_task-rest_run-1"
};
// Nothing for a file that is no recording of EEG in one of the formats of BIDS.
std::optional<BidsRecordingName> bids_recording_name(std::string_view file_name);

// Whether a file of this name is read with the recording: it, one of its other files ("sub-1_task-rest_eeg.eeg"), or a
// sidecar file that applies to it. README and participants.tsv are not.
bool is_read_with(std::string_view file_name, std::string_view recording);

}  // namespace eegate
