// A number in a message, with up to 10 significant digits.
#pragma once

#include <string>

#include "base/numbers_as_text.h"

namespace eegate {

inline std::string number_text(double value) { return significant(value, 10); }

}  // namespace eegate
