// Recordings of nights on the command line, each with its hypnogram.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/sleep/hypnogram.h"

namespace eegate::cli {

struct NightPaths {
  std::vector<std::string> recordings;  // files and folders
  std::vector<std::string> hypnograms;  // of each recording, in this order; empty: found in their folders, or in them
};

using OneNight = std::function<Result<>(const OpenRecording&, const HypnogramFile&, const std::string& name)>;

struct NightFile {
  std::string recording, hypnogram;  // paths; the hypnogram is empty where the recording's annotations hold it
};

// A hypnogram in the folder of a recording has its name except for words for the kind of file ("SC4001E0-PSG.edf" and
// "SC4001EC-Hypnogram.edf", "night.edf" and "night-nsrr.xml", "sub-01_eeg.edf" and "sub-01_events.tsv"). What is itself
// such a hypnogram is no recording of a folder, and results of `stage` are no hypnogram unless they are named. Errors:
// NO_RECORDINGS, NIGHT_HYPNOGRAM (not as many as recordings).
Result<std::vector<NightFile>> nights_of(const NightPaths& paths);
// The part of a name that a recording and its hypnogram share.
std::string night_key(const std::string& path);

// Opens both, the hypnogram on the time axis of the recording. The function also gets the name of its file, empty where
// the recording's annotations hold it. Errors with the path of the file.
Result<> for_each_night(const std::vector<NightFile>& nights, const OneNight& one);

}  // namespace eegate::cli
