// Samples stored as one table without gaps, one number per sample and column, as in BrainVision, EEGLAB and other
// formats.
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
  bool is_by_column = false;     // all samples of the first column, then the second; otherwise multiplexed
  std::uint64_t first_byte = 0;  // position in the file
  std::uint64_t n_columns = 0;   // below 2^32
  std::uint64_t n_samples = 0;
  std::uint64_t frame_bytes() const { return n_columns * bytes_of(type); }
};

// Number of complete samples of the table in `bytes`.
std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes);

// Output of samples: those of the i-th requested column start at values + i * pitch.
struct OutputRows {
  float* values = nullptr;
  std::uint64_t pitch = 0;
};

// Reads samples [first, first + n), which must be in the table: float(number * factors[column]). Numbers that are not
// finite and products beyond 1e20 become 0; returns their number. Error IO_READ. `window` is a buffer that can be
// reused between calls.
Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 OutputRows rows, std::vector<std::byte>& window);

}  // namespace eegate
