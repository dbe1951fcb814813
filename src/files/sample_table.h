// Samples that lie in a file as one table without gaps: a number per sample and column, as a converter or a program
// stored it. What BrainVision, EEGLAB and others have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "kernels/interleaved.h"

namespace eegate {

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

// Where samples go: those of the i-th wanted channel from values + i * pitch on.
struct OutputRows {
  float* values = nullptr;
  std::uint64_t pitch = 0;
};

// value = float(number * factors[column]) of samples [first, first + n), which are in the table. Numbers that are not
// finite, and products beyond 1e20, become 0; returns how many. Error IO_READ. `window` keeps its memory between calls.
Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 OutputRows rows, std::vector<std::byte>& window);

}  // namespace eegate
