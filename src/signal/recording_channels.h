// The channels of a file with canonical, unique names. Internal to src/signal.
#pragma once

#include <vector>

#include "files/diagnostics.h"
#include "signal/recording.h"

namespace eegate {

std::vector<Channel> named_channels(const SignalFile& file, Diagnostics& diagnostics);

}  // namespace eegate
