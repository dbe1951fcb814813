// Samples of EDF (16 bits) and BDF (24 bits) records in microvolts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/byte_source.h"
#include "files/edf.h"

namespace eegate {

// Maximum number of bytes that are read and stored at a time.
inline constexpr std::uint64_t kEdfWindowBytes = std::uint64_t{4} << 20;

// Decodes little-endian two's complement samples, scaled as described at EdfSignal and rounded to float once; trigger
// signals are unsigned words. Returns the number of samples outside [digital_min, digital_max].
std::uint64_t decode_edf_samples(std::span<const std::byte> bytes, const EdfHeader& header, const EdfSignal& signal,
                                 std::span<float> out);

// Reads samples [first, first + n) of several signals of one rate, counted over the stored records, into row i of `out`
// (n floats) for signals[i]. Each record is read at most once. n_outside[i] is increased by the number of samples
// outside the digital range.
Result<> read_edf_samples(ByteSource& source, const EdfHeader& header, std::span<const std::size_t> signals,
                          std::uint64_t first, std::uint64_t n, float* out, std::span<std::uint64_t> n_outside);

}  // namespace eegate
