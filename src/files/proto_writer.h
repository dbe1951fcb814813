// Serialisation of protocol buffers: numbered fields as varints, 32-bit floats or length-delimited bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace eegate {

class ProtoWriter {
 public:
  void integer(std::uint32_t field, std::int64_t value) {
    varint(out_.size(), (field << 3) | kVarint);
    varint(out_.size(), static_cast<std::uint64_t>(value));
  }
  void number(std::uint32_t field, float value) {
    varint(out_.size(), (field << 3) | kFixed32);
    append(&value, sizeof value);
  }
  void bytes(std::uint32_t field, std::span<const std::byte> value) {
    varint(out_.size(), (field << 3) | kLengthDelimited);
    varint(out_.size(), value.size());
    append(value.data(), value.size());
  }
  void text(std::uint32_t field, std::string_view value) { bytes(field, std::as_bytes(std::span(value))); }

  // An embedded message, whose fields `body` writes.
  template <class Body>
  void message(std::uint32_t field, Body body) {
    varint(out_.size(), (field << 3) | kLengthDelimited);
    const std::size_t begin = out_.size();
    body();
    varint(begin, out_.size() - begin);
  }

  std::size_t size() const { return out_.size(); }
  std::vector<std::byte> take() { return std::move(out_); }

 private:
  static constexpr std::uint32_t kVarint = 0, kLengthDelimited = 2, kFixed32 = 5;

  void append(const void* data, std::size_t n) {
    const auto* first = static_cast<const std::byte*>(data);
    out_.insert(out_.end(), first, first + n);
  }
  // A varint (base 128, least significant group first), inserted at `at`: the length of a message is known only after
  // it has been written.
  void varint(std::size_t at, std::uint64_t value) {
    std::byte encoded[10];
    std::size_t n = 0;
    for (; value >= 0x80; value >>= 7) encoded[n++] = static_cast<std::byte>(value | 0x80);
    encoded[n++] = static_cast<std::byte>(value);
    out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(at), encoded, encoded + n);
  }

  std::vector<std::byte> out_;
};

}  // namespace eegate
