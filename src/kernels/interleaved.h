// Decoding of interleaved numbers (one number per channel in each sample) into a row of floats for each channel. Also
// numbers of one channel that are contiguous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eegate {

// kInt24 is little-endian only.
enum class NumberType : std::uint8_t {
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat32,
  kFloat64,
  kInt64,
  kInt24
};
std::size_t bytes_of(NumberType type);

struct NumberFrames {
  NumberType type = NumberType::kInt16;
  bool is_big_endian = false;
  const std::byte* bytes = nullptr;  // may be unaligned
  std::size_t stride = 0;            // bytes between consecutive samples
  std::size_t n = 0;
};

// out[i] = float(number * factor + offset), computed in double without fused operations, so that every target gives the
// same bits.
struct NumberColumn {
  std::size_t byte = 0;  // position within a sample
  double factor = 1, offset = 0;
  float* out = nullptr;
};

// Fastest if channels that are adjacent in the file are adjacent in `columns`. For floats and doubles, values that are
// not finite or beyond 1e20 become 0; returns their number.
std::uint64_t decode_numbers(const NumberFrames& frames, std::span<const NumberColumn> columns);

}  // namespace eegate
