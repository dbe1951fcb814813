// How much an engine can hold at once.
#pragma once

#include <string>

#include "base/result.h"

namespace eegate {

// Whether so many floats can be alive at once. A double: the product of sizes from a file may exceed every integer.
bool fits_engine(double n_floats);

// MODEL_TOO_LARGE unless they can.
Result<> check_engine_memory(double n_floats, std::string hint);

}  // namespace eegate
