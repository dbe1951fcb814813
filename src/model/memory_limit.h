// What one engine can hold: models that plan more are refused before they are built.
#pragma once

#include <string>

#include "base/result.h"

namespace eegate {

// Whether `floats` values fit beside weights and recording.
bool fits_memory(double floats);
// MODEL_TOO_LARGE unless they do; `hint` says what would help.
Result<> check_planned_memory(double floats, std::string hint);

}  // namespace eegate
