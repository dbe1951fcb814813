// Converts runs, stages with onset and duration as in annotations, to a hypnogram.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "files/diagnostics.h"
#include "sleep/hypnogram.h"

namespace eegate {

// The hypnogram starts at the first onset. A duration of 0 means unknown: the run lasts until the next one, the last
// run an epoch. `epoch_s` 0: the duration of the runs if it is the same for all and at most 30 s, else 30 s, or 20 s if
// only that divides all durations. Warnings: HYP_EPOCH (a duration is rounded or unknown), HYP_GAP (epochs between runs
// have no stage; of overlapping runs the later one counts). Errors: HYP_EMPTY, HYP_EPOCH for epochs outside 1 s to 120
// s, HYP_LENGTH for more than 31 days.
Result<Hypnogram> hypnogram_of_runs(std::vector<StageRun> runs, double epoch_s, const std::string& file_name,
                                    Diagnostics& diagnostics);

}  // namespace eegate
