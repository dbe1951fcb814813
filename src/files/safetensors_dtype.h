#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace eegate {

// Bits per element of a safetensors dtype, std::nullopt if unknown.
std::optional<unsigned> safetensors_dtype_bits(std::string_view dtype);

}  // namespace eegate
