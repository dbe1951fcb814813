// Text and decimal numbers as they stand in headers: no locale, no exceptions, no surprises.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace eegate {

// The bytes as they are.
inline std::string_view text_of_bytes(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Without spaces, and NULs if `nul_too`, at both ends.
std::string_view trimmed(std::string_view text, bool nul_too = false);
bool equal_ignoring_case(std::string_view a, std::string_view b);  // ASCII letters

std::string latin1_to_utf8(std::string_view text);
std::string windows1252_to_utf8(std::string_view text);
// The text if it is UTF-8, otherwise its bytes taken for Latin-1.
std::string utf8_or_latin1(std::string_view text);

// [+-] digits [. digits] [e [+-] digits], finite, nothing around it. Digits may be missing on one
// side of the dot.
std::optional<double> parse_decimal(std::string_view text);

// digits [. digits] seconds as integer nanoseconds, rounded at the tenth decimal; below 2^61 (73
// years).
std::optional<std::int64_t> parse_nanoseconds(std::string_view digits);

}  // namespace eegate
