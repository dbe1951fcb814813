// Numbers as people write them, for messages.
#pragma once

#include <string>

#include "base/numbers_as_text.h"

namespace eegate {

inline std::string number_text(double value) { return significant(value, 10); }

}  // namespace eegate
