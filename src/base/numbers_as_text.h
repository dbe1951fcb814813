// Numbers as text, the same on every system. C's own formatting would bring its 128-bit arithmetic into the WebAssembly
// module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace eegate {

// Rounded to so many digits: what "%.6g" of C writes, to the last digit.
std::string significant(double value, int n_digits);

// n / 10^decimals, exactly, without zeros at the end: decimal_text(-1250, 2) is "-12.5".
std::string decimal_text(std::int64_t n, int decimals);

// At least so many digits, zeros in front.
std::string padded(int n, std::size_t n_digits);
// The lowest digits of a number in base 16, in small letters.
std::string hexadecimal(std::uint64_t n, std::size_t n_digits);

}  // namespace eegate
