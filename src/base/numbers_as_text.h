// Numbers as text, identical on every system. C's formatting functions would link 128-bit arithmetic into the
// WebAssembly module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace eegate {

// `value` with n_digits significant digits, exactly as C's "%.*g" writes it.
std::string significant(double value, int n_digits);

// n / 10^decimals, exact and without trailing zeros: decimal_text(-1250, 2) is "-12.5".
std::string decimal_text(std::int64_t n, int decimals);

// `n` with leading zeros up to n_digits digits.
std::string padded(int n, std::size_t n_digits);
// The lowest n_digits hexadecimal digits of `n`, in lower case.
std::string hexadecimal(std::uint64_t n, std::size_t n_digits);

}  // namespace eegate
