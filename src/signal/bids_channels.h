// Applies the sidecar files of a BIDS data set to a recording. Internal to src/signal.
#pragma once

#include <vector>

#include "files/bids_sidecars.h"
#include "signal/recording.h"

namespace eegate {

// Sets types, bad channels and electrode directions. Warnings: BIDS_CHANNELS (the names in channels.tsv and the
// recording differ), BIDS_UNIT, BIDS_BAD_CHANNELS.
void use_bids_channels(const BidsSidecars& sides, std::vector<Channel>& channels, Diagnostics& diagnostics);

// Warning BIDS_JSON_MISMATCH if sampling rate or duration in _eeg.json differ from the recording.
void check_bids_numbers(const BidsSidecars& sides, const Recording& recording, Diagnostics& diagnostics);

}  // namespace eegate
