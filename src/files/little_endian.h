// Numbers out of bytes, the least significant first.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace eegate {

// The caller has seen that they are there.
template <class T>
T little(std::span<const std::byte> bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace eegate
