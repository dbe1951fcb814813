// Hypnograms that are written as runs: a stage with onset and duration, as annotations have it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "files/diagnostics.h"
#include "sleep/hypnogram.h"

namespace eegate {

// Onsets from the first one on; a duration of 0 was not written. `epoch_s` 0: the length of all runs where it is one of
// at most 30 s, otherwise 30 s, or 20 s where only that divides all durations. Warnings HYP_EPOCH (a duration is
// rounded, or ends with the next run because none was written) and HYP_GAP (epochs between runs have no stage; where
// runs overlap the later one holds). Errors: HYP_EMPTY, HYP_EPOCH for epochs of less than 1 s or more than 120 s,
// HYP_LENGTH for a night of more than 31 days.
Result<Hypnogram> hypnogram_of_runs(std::vector<StageRun> runs, double epoch_s, const std::string& file_name,
                                    Diagnostics& diagnostics);

}  // namespace eegate
