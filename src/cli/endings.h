// Endings of file names, which decide formats: in any case.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

namespace eegate::cli {

inline std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// "csv" of "results/a.CSV"; empty if there is none.
inline std::string ending_of(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  return dot == std::string::npos || path[dot] == '/' ? std::string() : lower_case(path.substr(dot + 1));
}

}  // namespace eegate::cli
