// UTF-8: what is well-formed, and text made fit for where it goes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace eegate {

// Length of the well-formed sequence at text[i], or 0: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t utf8_length(std::string_view text, std::size_t i);

bool is_utf8(std::string_view text);

// Bytes that are no UTF-8 become U+FFFD.
std::string valid_utf8(std::string_view text);

// For a terminal: valid UTF-8 in which nothing moves the cursor or changes colours. Control characters (C0 but for line
// feed and tab, DEL, C1) and those that turn the direction of text become \xNN or \uNNNN.
std::string terminal_text(std::string_view text);

}  // namespace eegate
