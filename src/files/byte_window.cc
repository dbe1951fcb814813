#include "files/byte_window.h"

#include <algorithm>

namespace eegate {
namespace {

constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 17;
constexpr std::size_t kMostAheadBytes = std::size_t{1} << 22;

}  // namespace

Result<std::span<const std::byte>> ByteWindow::at(std::uint64_t offset, std::size_t n) {
  EEGATE_CHECK(check_range(size(), offset, n));
  const std::uint64_t end = begin_ + bytes_.size();
  if (offset < begin_ || offset + n > end) {
    const bool is_near = !bytes_.empty() && offset >= begin_ && offset <= end + kNearBytes;
    n_ahead_ = is_near ? std::min(std::max(2 * n_ahead_, n_bytes_), kMostAheadBytes) : 0;
    const std::size_t wanted = std::max({n, n_bytes_, n_ahead_});
    bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, size() - offset)));
    begin_ = offset;
    EEGATE_CHECK(source_.read(offset, bytes_));
  }
  return std::span<const std::byte>(bytes_).subspan(static_cast<std::size_t>(offset - begin_));
}

}  // namespace eegate
