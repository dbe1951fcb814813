// A ByteSource that counts: a page shows how little of a large recording was read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/byte_source.h"

namespace eegate {

class CountingSource final : public ByteSource {
 public:
  explicit CountingSource(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}
  std::uint64_t size() const override { return source_->size(); }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    n_bytes_read_ += out.size();
    return source_->read(offset, out);
  }
  std::uint64_t n_bytes_read() const { return n_bytes_read_; }

 private:
  std::shared_ptr<ByteSource> source_;
  std::uint64_t n_bytes_read_ = 0;
};

// The files of a recording, that which was opened first, as if they were one behind the other: what is counted and
// hashed.
class CountedFiles final : public ByteSource {
 public:
  std::shared_ptr<ByteSource> add(std::shared_ptr<ByteSource> source) {
    files_.push_back(std::make_shared<CountingSource>(std::move(source)));
    return files_.back();
  }
  std::size_t n_files() const { return files_.size(); }
  std::uint64_t n_bytes_read() const;
  std::uint64_t size() const override;
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  std::vector<std::shared_ptr<CountingSource>> files_;
};

inline std::uint64_t CountedFiles::n_bytes_read() const {
  std::uint64_t n = 0;
  for (const auto& file : files_) n += file->n_bytes_read();
  return n;
}

inline std::uint64_t CountedFiles::size() const {
  std::uint64_t n = 0;
  for (const auto& file : files_) n += file->size();
  return n;
}

inline Result<> CountedFiles::read(std::uint64_t offset, std::span<std::byte> out) {
  EEGATE_CHECK(check_range(size(), offset, out.size()));
  for (const auto& file : files_) {
    const std::uint64_t size = file->size();
    if (offset < size) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), size - offset));
      EEGATE_CHECK(file->read(offset, out.first(n)));
      out = out.subspan(n);
      offset = size;
    }
    if (out.empty()) break;
    offset -= size;
  }
  return {};
}

}  // namespace eegate
