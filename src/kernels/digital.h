// Conversion of the digital samples of recordings (little-endian two's complement of 16 or 24 bits) to floats in
// physical units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace eegate {

// value = float((offset + gain * (digital - zero)) * factor), computed in double without fused operations and rounded
// to float once, so that every target gives the same bits.
struct DigitalScale {
  double offset = 0, gain = 1, zero = 0, factor = 1;
  std::int32_t lowest = INT32_MIN, highest = INT32_MAX;  // samples outside this range are counted
};

// bytes [out.size() * sample_bytes], sample_bytes 2 or 3. Returns how many samples lie outside [lowest, highest].
std::uint64_t scale_digital(std::span<const std::byte> bytes, std::size_t sample_bytes, const DigitalScale& scale,
                            std::span<float> out);

}  // namespace eegate
