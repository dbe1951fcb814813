// Text and decimal numbers in headers, independent of the locale and without exceptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "base/utf8.h"

namespace eegate {

// What follows the mark of UTF-8 that a text may begin with.
inline std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

// Removes spaces and tabs, and NULs if `nul_too`, at both ends.
std::string_view trimmed(std::string_view text, bool nul_too = false);
bool equal_ignoring_case(std::string_view a, std::string_view b);  // ASCII letters

std::string latin1_to_utf8(std::string_view text);
std::string windows1252_to_utf8(std::string_view text);
// The text if it is UTF-8, otherwise converted from Latin-1.
std::string utf8_or_latin1(std::string_view text);

// Parses [+-] digits [. digits] [e [+-] digits], finite, without anything around it. Digits may be missing on one side
// of the dot.
std::optional<double> parse_decimal(std::string_view text);

// Parses digits [. digits] seconds as integer nanoseconds, rounded at the tenth decimal; below 2^61 (73 years).
std::optional<std::int64_t> parse_nanoseconds(std::string_view digits);

}  // namespace eegate
