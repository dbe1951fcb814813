// The channels of a Recording: canonical names, and the sidecar files of a BIDS data set. Internal to src/signal.
#pragma once

#include <vector>

#include "files/bids_sidecars.h"
#include "files/diagnostics.h"
#include "signal/recording.h"

namespace eegate {

// The channels of a file with canonical, unique names. Warning: SignalHeader::duplicate_label.
std::vector<Channel> named_channels(const SignalFile& file, Diagnostics& diagnostics);

// Sets types, bad channels and electrode directions. Warnings: BIDS_CHANNELS (the names in channels.tsv and the
// recording differ), BIDS_UNIT, BIDS_BAD_CHANNELS.
void use_bids_channels(const BidsSidecars& sidecars, std::vector<Channel>& channels, Diagnostics& diagnostics);

// Warning BIDS_JSON_MISMATCH if sampling rate or duration in _eeg.json differ from the recording.
void check_bids_numbers(const BidsSidecars& sidecars, const Recording& recording, Diagnostics& diagnostics);

}  // namespace eegate
