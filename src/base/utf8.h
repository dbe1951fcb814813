// Validation and escaping of UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eegate {

// Length in bytes of the well-formed sequence at text[i], or 0: overlong forms, surrogates and code points above
// U+10FFFF are invalid.
std::size_t utf8_length(std::string_view text, std::size_t i);

// Appends the character of a code point, which is below U+110000.
void append_utf8(std::string& out, std::uint32_t code);

bool is_utf8(std::string_view text);

// Bytes that are not part of valid UTF-8 are replaced with U+FFFD.
std::string valid_utf8(std::string_view text);

// Text that is safe in a terminal: valid UTF-8 without characters that move the cursor, change colours or reorder text.
// Control characters (C0 except line feed and tab, DEL, C1) and those that set the direction of text become \xNN or
// \uNNNN.
std::string terminal_text(std::string_view text);

}  // namespace eegate
