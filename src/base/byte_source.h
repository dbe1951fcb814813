// Where bytes come from: memory, a file on disk, a Blob in a browser. Read by ranges, so that opening a
// recording of gigabytes costs its header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate {

// A class that code outside src/ derives from. WebAssembly modules are linked as whole programs: virtual functions that
// nobody can call are left out, those of marked classes excepted.
#if defined(__clang__)
#define EEGATE_DERIVED_ELSEWHERE [[clang::lto_visibility_public]]
#else
#define EEGATE_DERIVED_ELSEWHERE
#endif

class EEGATE_DERIVED_ELSEWHERE ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  // Fills `out` from `offset`. Error IO_READ when the range is not inside the source or the medium fails.
  virtual Result<> read(std::uint64_t offset, std::span<std::byte> out) = 0;
};

// Bytes that are already in memory; owned.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  std::vector<std::byte> bytes_;
};

// The whole of a source, for files that are small by contract (weights, npy). Error IO_TOO_LARGE above `max_bytes`.
Result<std::vector<std::byte>> read_all(ByteSource& source, std::uint64_t max_bytes);

// IO_READ unless [offset, offset + n) lies inside a source of `size` bytes; for implementations of read().
Result<> check_range(std::uint64_t size, std::uint64_t offset, std::uint64_t n);

}  // namespace eegate
