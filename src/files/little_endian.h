// Little-endian numbers from bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace eegate {

// The number at byte `at`; the caller must check that the bytes exist.
template <class T>
T little(std::span<const std::byte> bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace eegate
