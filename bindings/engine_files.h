// What the modules that read recordings have in common: an engine with a session and its files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "bindings/values.h"
#include "session/describe.h"
#include "session/session.h"

namespace eegate::bindings {

// { size, read(offset, length) } of JavaScript. A read that fails answers fewer bytes than were asked for: an exception
// would unwind the core, which cannot be unwound.
class ValSource final : public ByteSource {
 public:
  explicit ValSource(JsValue source)
      : source_(std::move(source)), size_(static_cast<std::uint64_t>(source_["size"].number())) {}
  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    if (out.empty()) return {};
    const JsValue bytes(
        eegate_js_read_file(source_.handle(), static_cast<double>(offset), static_cast<double>(out.size())));
    if (bytes.is_nothing() || bytes.size() != out.size()) {
      return Error{.code = "IO_READ",
                   .message = "The file can no longer be read",
                   .place = "byte " + std::to_string(offset),
                   .hint = "It may have been changed, moved or removed. Open it again.",
                   .byte_offset = static_cast<std::int64_t>(offset)};
    }
    eegate_js_read(bytes.handle(), Elements::kBytes, out.data(), out.size());
    return {};
  }

 private:
  JsValue source_;
  std::uint64_t size_;
};

class EngineFiles {
 public:
  Outcome info() const { return engine_info(); }

  Outcome open_recording(int id, JsSource source, std::string file_name) {
    return to_outcome(session_.open_recording(id, std::make_shared<ValSource>(std::move(source)), std::move(file_name)),
                      [id](const OpenRecording* open) { return with_id(describe_recording(*open, Keys::kCamel), id); });
  }
  Outcome close_recording(int id) { return session_.close_recording(id), success(JsValue()); }

 protected:
  Session session_;
};

}  // namespace eegate::bindings
