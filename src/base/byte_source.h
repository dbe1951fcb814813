// Random access to bytes in memory, in a file on disk or in a Blob of a browser. Ranges are read, so that opening a
// recording of several gigabytes reads only its header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

// Marks a class from which code outside src/ derives. WebAssembly modules are linked as whole programs, which removes
// virtual functions without callers unless their class is marked.
#if defined(__clang__)
#define EEGATE_DERIVED_ELSEWHERE [[clang::lto_visibility_public]]
#else
#define EEGATE_DERIVED_ELSEWHERE
#endif

// Views bytes as text.
inline std::string_view text_of_bytes(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class EEGATE_DERIVED_ELSEWHERE ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  // Fills `out` from `offset`. Error IO_READ when the range is not inside the source or the medium fails.
  virtual Result<> read(std::uint64_t offset, std::span<std::byte> out) = 0;
};

// Bytes in memory, owned by the source.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  std::vector<std::byte> bytes_;
};

// All bytes of a source, for files that are small by specification (weights, npy). Error IO_TOO_LARGE above
// `max_bytes`.
Result<std::vector<std::byte>> read_all(ByteSource& source, std::uint64_t max_bytes);

// Error IO_READ unless [offset, offset + n) lies inside a source of `size` bytes. For implementations of read().
Result<> check_range(std::uint64_t size, std::uint64_t offset, std::uint64_t n);

}  // namespace eegate
