// Byte sources for tests: a file, and one that counts the bytes read.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file_set.h"
#include "signal/recording.h"

namespace eegate::test {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY)) {
    struct stat status{};
    if (descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0) size_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~FileSource() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    for (std::size_t done = 0; done < out.size();) {
      const auto n = ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
      if (n <= 0) return check_range(0, offset, out.size());
      done += static_cast<std::size_t>(n);
    }
    return {};
  }

 private:
  int descriptor_;
  std::uint64_t size_ = 0;
};

class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(std::shared_ptr<ByteSource> inner) : inner_(std::move(inner)) {}
  std::uint64_t size() const override { return inner_->size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    bytes_read += out.size();
    largest_read = std::max<std::uint64_t>(largest_read, out.size());
    ++n_reads;
    return inner_->read(offset, out);
  }
  std::uint64_t bytes_read = 0, largest_read = 0, n_reads = 0;

 private:
  std::shared_ptr<ByteSource> inner_;
};

// The files of a folder, in which parts of a recording of several files are looked up.
inline FileSet files_of(const std::filesystem::path& folder) {
  std::vector<NamedFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back({entry.path().filename().string(), [path = entry.path().string()] {
                       return Result<std::shared_ptr<ByteSource>>(std::make_shared<FileSource>(path));
                     }});
  }
  return FileSet(std::move(files));
}

inline Result<Recording> open_beside(const std::filesystem::path& path) {
  return Recording::open(std::make_shared<FileSource>(path.string()), path.filename().string(), kFirstAnnotationBytes,
                         files_of(path.parent_path()));
}

}  // namespace eegate::test
