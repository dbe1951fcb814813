// The folders of a BIDS data set, and those of its results.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/bids_recording_name.h"

namespace eegate::cli {

struct BidsChoice {
  std::vector<std::string> participants, sessions, tasks;  // labels with or without "sub-", "ses-"; empty: all
};

struct BidsDatasetRecording {
  BidsRecordingName name;
  std::string path;    // of the file
  std::string source;  // the same below the data set
};

// Recordings below sub-*/[ses-*/]eeg and ieeg, by path. Derivatives are data sets of their own. Errors: BIDS_ROOT (no
// dataset_description.json), BIDS_LABEL (no recording has a requested label), NO_RECORDINGS, IO_SAME_FILE (one
// recording in two formats).
Result<std::vector<BidsDatasetRecording>> recordings_of_dataset(const std::string& root, const BidsChoice& choice);

// BIDS_DATA_MISSING for a link to a file that is not there, or the note that git-annex leaves in its place.
Result<> check_downloaded(const BidsDatasetRecording& recording);

// The record of a recording in the folder of results, and its events.
std::string record_path(const std::string& output, const BidsDatasetRecording& recording);
std::string events_path(const std::string& output, const BidsDatasetRecording& recording);

}  // namespace eegate::cli
