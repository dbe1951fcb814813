// Numbers as text, identical on every system. C's formatting functions would link 128-bit arithmetic into the
// WebAssembly module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eegate {

// `value` with n_digits significant digits, exactly as C's "%.*g" writes it.
std::string significant(double value, int n_digits);
// In messages.
inline std::string number_text(double value) { return significant(value, 10); }

// n / 10^decimals, exact and without trailing zeros: decimal_text(-1250, 2) is "-12.5".
std::string decimal_text(std::int64_t n, int decimals);

// A share as a whole number of percent: "83 %".
std::string whole_percent(double share);
// "1 subject", "2 subjects".
std::string counted(std::size_t n, std::string_view one, std::string_view many);
// The extents of an array: "[2, 3]".
template <class Shape>
std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (const auto extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

// `n` with leading zeros up to n_digits digits.
std::string padded(int n, std::size_t n_digits);
// The lowest n_digits hexadecimal digits of `n`, in lower case.
std::string hexadecimal(std::uint64_t n, std::size_t n_digits);

}  // namespace eegate
