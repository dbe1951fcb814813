// SHA-256 (FIPS 180-4) computed incrementally. The hash functions of browsers need all bytes in memory at once, which a
// recording of several gigabytes does not allow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace eegate {

class Sha256 {
 public:
  void add(std::span<const std::byte> bytes);
  std::uint64_t n_bytes() const { return n_bytes_; }
  // The hash of all bytes added so far as 64 hexadecimal digits. More bytes may be added afterwards.
  std::string digest() const;

 private:
  static constexpr std::size_t kBlockBytes = 64;
  void add_block(const std::byte* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, kBlockBytes> pending_{};
  std::uint64_t n_bytes_ = 0;
};

inline std::string sha256(std::span<const std::byte> bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.digest();
}

}  // namespace eegate
