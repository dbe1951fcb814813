#include "files/sample_table.h"

#include <algorithm>

namespace eegate {
namespace {

constexpr std::uint64_t kTableWindowBytes = std::uint64_t{1}
                                            << 17;  // stays in a cache while column after column is taken

}  // namespace

std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes) {
  return table.n_columns == 0 ? 0 : bytes / table.frame_bytes();
}

Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 OutputRows rows, std::vector<std::byte>& window) {
  const std::size_t width = bytes_of(table.type);
  const std::size_t stride = table.is_by_column ? width : static_cast<std::size_t>(table.frame_bytes());
  const std::uint64_t window_samples = std::max<std::uint64_t>(1, kTableWindowBytes / stride);
  // By column, each pass reads one column; otherwise one pass reads all.
  const std::size_t n_per_pass = table.is_by_column ? 1 : columns.size();
  std::vector<NumberColumn> taken(n_per_pass);
  std::uint64_t n_replaced = 0;
  for (std::size_t pass = 0; pass < columns.size(); pass += n_per_pass) {
    const std::uint64_t origin = table.is_by_column ? columns[pass] * table.n_samples * width : 0;
    for (std::uint64_t done = 0; done < n;) {
      const std::uint64_t count = std::min(window_samples, n - done);
      window.resize(static_cast<std::size_t>(count * stride));
      EEGATE_CHECK(source.read(table.first_byte + origin + (first + done) * stride, window));
      for (std::size_t i = 0; i < n_per_pass; ++i) {
        const std::size_t column = columns[pass + i];
        taken[i] = {.byte = table.is_by_column ? 0 : column * width,
                    .factor = factors[column],
                    .out = rows.values + (pass + i) * rows.pitch + done};
      }
      n_replaced += decode_numbers({.type = table.type,
                                    .is_big_endian = table.is_big_endian,
                                    .bytes = window.data(),
                                    .stride = stride,
                                    .n = static_cast<std::size_t>(count)},
                                   taken);
      done += count;
    }
  }
  return n_replaced;
}

}  // namespace eegate
