// A ByteSource that counts: a page shows how little of a large recording was read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

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

}  // namespace eegate
