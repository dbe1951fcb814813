#include "base/byte_source.h"

#include <algorithm>

namespace eegate {

Result<> check_range(std::uint64_t size, std::uint64_t offset, std::uint64_t n) {
  if (offset <= size && n <= size - offset) return {};
  return Error{.code = "IO_READ",
               .message = "The file ends before the requested data",
               .place = "byte " + std::to_string(offset),
               .found = std::to_string(size) + " bytes in all",
               .expected = std::to_string(n) + " more bytes",
               .byte_offset = static_cast<std::int64_t>(offset)};
}

Result<> MemorySource::read(std::uint64_t offset, std::span<std::byte> out) {
  EEGATE_CHECK(check_range(bytes_.size(), offset, out.size()));
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
  return {};
}

Result<std::vector<std::byte>> read_all(ByteSource& source, std::uint64_t max_bytes) {
  if (source.size() > max_bytes) {
    return Error{.code = "IO_TOO_LARGE",
                 .message = "The file is too large for its kind",
                 .found = std::to_string(source.size()) + " bytes",
                 .expected = "at most " + std::to_string(max_bytes) + " bytes"};
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(source.size()));
  EEGATE_CHECK(source.read(0, bytes));
  return bytes;
}

}  // namespace eegate
