// Channels of a Recording: those of its file, under the names that electrodes have. Internal to src/signal.
#pragma once

#include <vector>

#include "files/diagnostics.h"
#include "signal/recording.h"

namespace eegate {

std::vector<Channel> named_channels(const SignalFile& file, Diagnostics& diagnostics);

}  // namespace eegate
