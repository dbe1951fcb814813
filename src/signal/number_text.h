// Numbers as people write them, for messages.
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace eegate {

inline std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value);
  return text.data();
}

}  // namespace eegate
