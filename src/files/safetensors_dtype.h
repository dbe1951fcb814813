// Element types of safetensors.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace eegate {

// Bits per element, nothing for a name that the format does not know.
std::optional<unsigned> safetensors_dtype_bits(std::string_view dtype);

}  // namespace eegate
