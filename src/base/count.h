// A double as a whole number. A cast of a value that the integer cannot hold is undefined natively and saturates in
// WebAssembly; what comes from outside (recipes, options, headers) passes through here instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace eegate {

// Largest whole number up to which every one has a double of its own.
constexpr std::uint64_t kExactDouble = std::uint64_t{1} << 53;

// Cut towards zero. Nothing for NaN, below 0 and above `largest`, which is at most kExactDouble.
std::optional<std::uint64_t> to_count(double value, std::uint64_t largest = kExactDouble);

// Cut towards zero and kept within lowest ... highest, both within +-kExactDouble; NaN is the lowest.
std::int64_t to_integer_within(double value, std::int64_t lowest, std::int64_t highest);

// The same for sizes of things.
inline std::size_t to_size_within(double value, std::size_t lowest, std::size_t highest) {
  return static_cast<std::size_t>(
      to_integer_within(value, static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(highest)));
}

}  // namespace eegate
