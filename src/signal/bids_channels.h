// What a BIDS data set says about a recording, beside what the recording says itself. Internal to src/signal.
#pragma once

#include <vector>

#include "files/bids_sides.h"
#include "signal/recording.h"

namespace eegate {

// Types, bad channels and directions of the channels that the tables name. Warnings: BIDS_CHANNELS (names of one side
// alone), BIDS_UNIT, BIDS_BAD_CHANNELS.
void use_bids_channels(const BidsSides& sides, std::vector<Channel>& channels, Diagnostics& diagnostics);

// Warning BIDS_JSON_MISMATCH where numbers of _eeg.json are not those of the recording.
void check_bids_numbers(const BidsSides& sides, const Recording& recording, Diagnostics& diagnostics);

}  // namespace eegate
