// Buffered sequential reading of small parts of a file. If these lie close together, much is read at once: in a browser
// each read takes at least as long as 128 KiB more of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_source.h"

namespace eegate {

class ByteWindow {
 public:
  ByteWindow(ByteSource& source, std::size_t n_bytes) : source_(source), n_bytes_(n_bytes) {}
  std::uint64_t size() const { return source_.size(); }
  // At least `n` bytes at `offset`, or more if the buffer has them; valid until the next call. Error IO_READ, also
  // beyond the end.
  Result<std::span<const std::byte>> at(std::uint64_t offset, std::size_t n);

 private:
  ByteSource& source_;
  std::size_t n_bytes_, n_ahead_ = 0;
  std::vector<std::byte> bytes_;
  std::uint64_t begin_ = 0;
};

}  // namespace eegate
