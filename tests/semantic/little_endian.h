// Numbers as little-endian bytes, for files of recordings.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace eegate::test::semantic {

// Beyond eight bytes: zeros.
inline std::string little_endian(std::uint64_t value, std::size_t n_bytes) {
  std::string bytes;
  for (std::size_t i = 0; i < n_bytes && i < 8; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  bytes.resize(n_bytes);
  return bytes;
}
inline std::string little_endian(float value) { return little_endian(std::bit_cast<std::uint32_t>(value), 4); }
inline std::string little_endian(double value) { return little_endian(std::bit_cast<std::uint64_t>(value), 8); }

}  // namespace eegate::test::semantic
