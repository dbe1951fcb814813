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

struct BidsDataset {
  std::vector<BidsDatasetRecording> recordings;  // by path
  // Below the data set: recordings whose names are not those of BIDS or of their folders, and folders of participants
  // without a recording.
  std::vector<std::string> left_out, empty;
  Warnings warnings() const;
};

// Recordings below sub-*/[ses-*/]eeg and ieeg. Derivatives are data sets of their own. There is none if the
// participants that were chosen have none. Errors: BIDS_ROOT (no dataset_description.json), BIDS_LABEL (no recording
// has a requested label), NO_RECORDINGS, IO_SAME_FILE (one recording in two formats).
Result<BidsDataset> recordings_of_dataset(const std::string& root, const BidsChoice& choice);

// A hash of names, sizes and times of change of all files that are read for the recording.
std::string hash_of_files(const BidsDatasetRecording& recording);

// BIDS_OUTPUT for a folder of results that is the data set, or that of a participant.
Result<> check_output_folder(const std::string& root, const std::string& output);

// BIDS_DATA_MISSING for a link to a file that is not there, or the note that git-annex leaves in its place.
Result<> check_downloaded(const BidsDatasetRecording& recording);

// The record of a recording in the folder of results, its events, and what is there instead of both if it failed.
std::string record_path(const std::string& output, const BidsDatasetRecording& recording);
std::string events_path(const std::string& output, const BidsDatasetRecording& recording);
std::string failure_path(const std::string& output, const BidsDatasetRecording& recording);
// Records below the folder of results whose recording is not among all those of the data set.
std::vector<std::string> records_without_recording(const std::string& output, const BidsDataset& all);

}  // namespace eegate::cli
