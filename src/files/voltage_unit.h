// What a unit's text means.
#pragma once

#include <optional>
#include <string_view>

namespace eegate {

// Microvolts in one unit; nothing for what is no voltage, such as uV/m2.
std::optional<double> microvolts_per_unit(std::string_view unit);

}  // namespace eegate
