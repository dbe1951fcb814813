// Conversion of doubles to integers. Casting a value that the integer type cannot hold is undefined natively and
// saturates in WebAssembly, so values from outside (recipes, options, headers) are converted here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace eegate {

// 2^53: every integer up to this one is representable as a double.
constexpr std::uint64_t kExactDouble = std::uint64_t{1} << 53;

// The value truncated towards zero. std::nullopt for NaN, negative values and values above `largest`, which must not
// exceed kExactDouble.
std::optional<std::uint64_t> to_count(double value, std::uint64_t largest = kExactDouble);

// The value truncated towards zero and clamped to [lowest, highest], both within +-kExactDouble. NaN gives `lowest`.
std::int64_t to_integer_within(double value, std::int64_t lowest, std::int64_t highest);

// The same for std::size_t.
inline std::size_t to_size_within(double value, std::size_t lowest, std::size_t highest) {
  return static_cast<std::size_t>(
      to_integer_within(value, static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(highest)));
}

}  // namespace eegate
