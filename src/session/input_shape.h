// Whether an array holds what it is said to hold.
#pragma once

#include <cstddef>

#include "base/result.h"

namespace eegate {

// For x [n_epochs, n_chans, n_times] given as n_values numbers; no epochs are none of any length. The product may be larger
// than a size_t can hold. Error MODEL_CHANNELS.
Result<> check_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times);

// The same, and there is at least one epoch.
Result<> check_some_epochs(std::size_t n_values, std::size_t n_epochs, std::size_t n_chans, std::size_t n_times);

}  // namespace eegate
