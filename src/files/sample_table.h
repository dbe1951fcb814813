// Samples that lie in a file as one table without gaps: a number per sample and column, as a converter or a program
// stored it. What BrainVision, EEGLAB and others have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/byte_source.h"
#include "base/result.h"

namespace eegate {

enum class NumberType : std::uint8_t { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat32, kFloat64, kInt64 };
std::size_t bytes_of(NumberType type);

// Numbers `stride` bytes apart: out = float(number * factor + offset).
struct NumberRow {
  const std::byte* bytes = nullptr;
  std::size_t stride = 0, n = 0;
  double factor = 1, offset = 0;
  float* out = nullptr;
};
// Little-endian. Numbers that are not finite, and values beyond 1e20, become 0; answers how many.
std::uint64_t decode_numbers(NumberType type, const NumberRow& row);

struct SampleTable {
  NumberType type = NumberType::kInt16;
  bool is_big_endian = false;
  bool is_by_column = false;     // all samples of the first column, then the second; otherwise sample by sample
  std::uint64_t first_byte = 0;  // where it begins in the file
  std::uint64_t n_columns = 0;   // below 2^32
  std::uint64_t n_samples = 0;
  std::uint64_t frame_bytes() const { return n_columns * bytes_of(type); }
};

// How many whole samples of the table fit into `bytes`.
std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes);

// value = float(number * factors[column]) of samples [first, first + n), which are in the table, into out
// [columns.size(), n] row-major. Numbers that are not finite, and products beyond 1e20, become 0; answers how many.
// Error IO_READ.
Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 float* out);

}  // namespace eegate
