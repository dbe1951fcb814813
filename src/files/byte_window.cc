#include "files/byte_window.h"

#include <algorithm>

namespace eegate {

Result<std::span<const std::byte>> ByteWindow::at(std::uint64_t offset, std::size_t n) {
  EEGATE_CHECK(check_range(size(), offset, n));
  if (offset < begin_ || offset + n > begin_ + bytes_.size()) {
    bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(std::max(n, n_bytes_), size() - offset)));
    begin_ = offset;
    EEGATE_CHECK(source_.read(offset, bytes_));
  }
  return std::span<const std::byte>(bytes_).subspan(static_cast<std::size_t>(offset - begin_));
}

}  // namespace eegate
