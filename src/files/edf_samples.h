// Samples of EDF (16 bits) and BDF (24 bits) records, as microvolts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/byte_source.h"
#include "files/edf.h"

namespace eegate {

// The most that is read, and kept, at a time.
inline constexpr std::uint64_t kEdfWindowBytes = std::uint64_t{4} << 20;

// Little-endian two's complement, scaled as EdfSignal says and rounded to float once; unsigned words for a trigger
// signal. Returns how many lie outside [digital_min, digital_max].
std::uint64_t decode_edf_samples(std::span<const std::byte> bytes, const EdfHeader& header, const EdfSignal& signal,
                                 std::span<float> out);

// Samples [first, first + n) of several signals of one rate, counted over the stored records; every
// record is read at most once. Row i of `out` (n floats) is signals[i]. n_outside[i] grows by what
// lies outside the digital range.
Result<> read_edf_samples(ByteSource& source, const EdfHeader& header, std::span<const std::size_t> signals,
                          std::uint64_t first, std::uint64_t n, float* out, std::span<std::uint64_t> n_outside);

}  // namespace eegate
