#pragma once

#include <optional>
#include <string_view>

namespace eegate {

// Microvolts per unit; std::nullopt for units that are not voltages, such as uV/m2.
std::optional<double> microvolts_per_unit(std::string_view unit);

}  // namespace eegate
