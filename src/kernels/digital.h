// Digital samples of recordings (little-endian two's complement of 16 or 24 bits) as floats in physical units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eegate {

// value = float((offset + gain * (digital - zero)) * factor): in double, every operation rounded, the float once. The
// same bits on every target.
struct DigitalScale {
  double offset = 0, gain = 1, zero = 0, factor = 1;
  std::int32_t lowest = INT32_MIN, highest = INT32_MAX;  // what lies outside is counted
};

// bytes [out.size() * sample_bytes], sample_bytes 2 or 3. Returns how many samples lie outside [lowest, highest].
std::uint64_t scale_digital(std::span<const std::byte> bytes, std::size_t sample_bytes, const DigitalScale& scale,
                            std::span<float> out);

}  // namespace eegate
