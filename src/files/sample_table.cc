#include "files/sample_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

namespace eegate {
namespace {

constexpr std::uint64_t kTableWindowBytes = std::uint64_t{1}
                                            << 17;  // stays in a cache while column after column is taken
constexpr double kLargestSample = 1e20;             // products with what follows then fit into a float

template <class T>
std::uint64_t decode_as(const NumberRow& row) {
  std::uint64_t n_replaced = 0;
  const std::byte* at = row.bytes;
  for (std::size_t i = 0; i < row.n; ++i, at += row.stride) {
    T number;
    std::memcpy(&number, at, sizeof number);
    double value = static_cast<double>(number) * row.factor + row.offset;
    if constexpr (std::is_floating_point_v<T>) {
      const bool is_usable = std::abs(value) <= kLargestSample;  // nor what is no number
      value = is_usable ? value : 0;
      n_replaced += is_usable ? 0 : 1;
    }
    row.out[i] = static_cast<float>(value);
  }
  return n_replaced;
}

std::uint16_t reversed(std::uint16_t bits) { return __builtin_bswap16(bits); }
std::uint32_t reversed(std::uint32_t bits) { return __builtin_bswap32(bits); }
std::uint64_t reversed(std::uint64_t bits) { return __builtin_bswap64(bits); }

template <class T>
void reverse_each(std::span<std::byte> bytes) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T bits;
    std::memcpy(&bits, bytes.data() + at, sizeof bits);
    bits = reversed(bits);
    std::memcpy(bytes.data() + at, &bits, sizeof bits);
  }
}

void reverse_numbers(std::span<std::byte> bytes, std::size_t width) {
  if (width == 2) reverse_each<std::uint16_t>(bytes);
  if (width == 4) reverse_each<std::uint32_t>(bytes);
  if (width == 8) reverse_each<std::uint64_t>(bytes);
}

Result<> read_window(ByteSource& source, const SampleTable& table, std::uint64_t at, std::uint64_t n_bytes,
                     std::vector<std::byte>& window) {
  window.resize(static_cast<std::size_t>(n_bytes));
  EEGATE_CHECK(source.read(table.first_byte + at, window));
  if (table.is_big_endian) reverse_numbers(window, bytes_of(table.type));
  return {};
}

}  // namespace

std::uint64_t decode_numbers(NumberType type, const NumberRow& row) {
  switch (type) {
    case NumberType::kInt8:
      return decode_as<std::int8_t>(row);
    case NumberType::kUint8:
      return decode_as<std::uint8_t>(row);
    case NumberType::kInt16:
      return decode_as<std::int16_t>(row);
    case NumberType::kUint16:
      return decode_as<std::uint16_t>(row);
    case NumberType::kInt32:
      return decode_as<std::int32_t>(row);
    case NumberType::kUint32:
      return decode_as<std::uint32_t>(row);
    case NumberType::kFloat32:
      return decode_as<float>(row);
    case NumberType::kFloat64:
      return decode_as<double>(row);
    case NumberType::kInt64:
      return decode_as<std::int64_t>(row);
  }
  return 0;
}

std::size_t bytes_of(NumberType type) {
  constexpr std::uint8_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes) {
  return table.n_columns == 0 ? 0 : bytes / table.frame_bytes();
}

Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 float* out) {
  const std::size_t width = bytes_of(table.type);
  const std::size_t stride = table.is_by_column ? width : static_cast<std::size_t>(table.frame_bytes());
  const std::uint64_t window_samples = std::max<std::uint64_t>(1, kTableWindowBytes / stride);
  // By column each pass takes one of them; otherwise one pass takes all.
  const std::size_t n_passes = table.is_by_column ? columns.size() : std::min<std::size_t>(columns.size(), 1);
  std::vector<std::byte> window;
  std::uint64_t n_replaced = 0;
  for (std::size_t pass = 0; pass < n_passes; ++pass) {
    const std::uint64_t origin = table.is_by_column ? columns[pass] * table.n_samples * width : 0;
    for (std::uint64_t done = 0; done < n;) {
      const std::uint64_t count = std::min(window_samples, n - done);
      EEGATE_CHECK(read_window(source, table, origin + (first + done) * stride, count * stride, window));
      const std::size_t end = table.is_by_column ? pass + 1 : columns.size();
      for (std::size_t i = pass; i < end; ++i) {
        const std::size_t at = table.is_by_column ? 0 : columns[i] * width;
        n_replaced += decode_numbers(table.type, {window.data() + at, stride, static_cast<std::size_t>(count),
                                                  factors[columns[i]], 0, out + i * n + done});
      }
      done += count;
    }
  }
  return n_replaced;
}

}  // namespace eegate
