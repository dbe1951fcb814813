// Numbers of a file that are stored sample after sample, each sample with one number per channel, as a row of floats
// for each channel. Also numbers of one channel that are stored without gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eegate {

enum class NumberType : std::uint8_t { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat32, kFloat64, kInt64 };
std::size_t bytes_of(NumberType type);

struct NumberFrames {
  NumberType type = NumberType::kInt16;
  bool is_big_endian = false;
  const std::byte* bytes = nullptr;  // any alignment
  std::size_t stride = 0;            // bytes from one sample to the next
  std::size_t n = 0;
};

// out[i] = float(number * factor + offset), computed in double precision, every operation rounded: the same bits on
// every target.
struct NumberColumn {
  std::size_t byte = 0;  // within a sample
  double factor = 1, offset = 0;
  float* out = nullptr;
};

// Channels that lie side by side in the file are fastest side by side in `columns`. Of floats and doubles, values that
// are not finite or beyond 1e20 become 0; returns how many.
std::uint64_t decode_numbers(const NumberFrames& frames, std::span<const NumberColumn> columns);

}  // namespace eegate
