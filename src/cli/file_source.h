// Files of the operating system: ranges of a recording, small files whole, outputs that are complete or absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace eegate::cli {

class FileSource final : public ByteSource {
 public:
  // Errors: IO_OPEN.
  static Result<std::shared_ptr<FileSource>> open(const std::string& path);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_;
  std::uint64_t size_;
};

// Errors: IO_OPEN, IO_READ, IO_TOO_LARGE (above 4 GiB).
Result<std::vector<std::byte>> read_file(const std::string& path);

// Writes beside the target and renames, so that a failure leaves what was there. Error IO_WRITE.
Result<> write_file(const std::string& path, std::span<const std::byte> bytes);

// The same for what is written piece by piece, beside other processes that write it, too: what was there stays until
// finish() renames, and if that never comes the part is removed. Error IO_WRITE.
class FileSink {
 public:
  static Result<FileSink> open(const std::string& path);
  FileSink(FileSink&& other) noexcept;
  FileSink& operator=(FileSink&&) = delete;
  ~FileSink();
  Result<> write(std::span<const std::byte> bytes);
  Result<> finish();

 private:
  FileSink(std::string path, bool direct, int descriptor);
  std::string target() const;
  Result<> failed();
  std::string path_;
  bool direct_;
  int descriptor_;  // -1: finished, failed or moved from
};

// "dir/S001R02.edf" -> "S001R02.edf"
std::string base_name(const std::string& path);

}  // namespace eegate::cli
