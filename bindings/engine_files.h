// Shared by the modules that read recordings: an engine with a session and its files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/methods.h"
#include "session/open/describe.h"
#include "session/session.h"

namespace eegate::bindings {

// { size, read(offset, length) } of JavaScript. A read that fails returns fewer bytes than were requested: an exception
// would unwind the core, which cannot be unwound.
class ValSource final : public ByteSource {
 public:
  ValSource(val source, std::uint64_t size) : source_(std::move(source)), size_(size) {}
  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    if (out.empty()) return {};
    const val bytes = source_.call<val>("read", static_cast<double>(offset), static_cast<double>(out.size()));
    if (is_nothing(bytes) || bytes["length"].as<double>() != static_cast<double>(out.size())) {
      return Error{.code = "IO_READ",
                   .message = "The file can no longer be read",
                   .place = "byte " + std::to_string(offset),
                   .hint = "It may have been changed, moved or removed. Open it again.",
                   .byte_offset = static_cast<std::int64_t>(offset)};
    }
    val(typed_memory_view(out.size(), reinterpret_cast<std::uint8_t*>(out.data()))).call<void>("set", bytes);
    return {};
  }

 private:
  val source_;
  std::uint64_t size_;
};

inline val annotations_to_js(const OpenRecording* open) {
  return from_json(describe_new_annotations(*open, Keys::kCamel));
}
inline Result<std::shared_ptr<ByteSource>> source_of(const val& source) {
  const double size = source["size"].as<double>();
  if (auto wrong = check_whole(size, limits_of<std::uint64_t>(), "source.size")) return *std::move(wrong);
  return std::shared_ptr<ByteSource>(std::make_shared<ValSource>(source, static_cast<std::uint64_t>(size)));
}

class EngineFiles {
 public:
  Answer<EEGATE_SHAPE("EngineInfo")> info() const { return engine_info(); }

  Answer<EEGATE_SHAPE("RecordingInfo")> open_recording(int id, JsSource source, std::string file_name,
                                                       JsNamedSources companions) {
    auto bytes = source_of(source);
    if (!bytes.ok()) return failure(bytes.error());
    std::vector<NamedFile> files;
    for (const val& companion : emscripten::vecFromJSArray<val>(companions)) {
      files.push_back(
          {companion["name"].as<std::string>(), [other = companion["source"]] { return source_of(other); }});
    }
    return to_outcome(session_.open_recording(id, *std::move(bytes), std::move(file_name), FileSet(std::move(files))),
                      [id](const OpenRecording* open) { return with_id(describe_recording(*open, Keys::kCamel), id); });
  }
  Answer<EEGATE_SHAPE("AnnotationsReply")> set_annotations(int id, JsSettings annotations) {
    return to_outcome(session_.set_annotations(id, json_of(annotations)), annotations_to_js);
  }
  Done close_recording(int id) { return session_.close_recording(id), done(); }

  Answer<EEGATE_SHAPE("ModelInfo")> load_model(int id, JsBuffer bytes, std::string file_name) {
    return to_outcome(session_.load_model(id, bytes_of(bytes), std::move(file_name)),
                      [id](const OpenModel* open) { return with_id(describe_model(*open, Keys::kCamel), id); });
  }
  Done close_model(int id) { return session_.close_model(id), done(); }

 protected:
  Session session_;
};

template <class Engine>
void bind_files() {
  emscripten::register_type<JsSource>(EEGATE_SHAPE("ByteSource"));
  emscripten::register_type<JsNamedSources>(EEGATE_SHAPE("NamedSource") "[]");
  register_answers<EEGATE_SHAPE("RecordingInfo"), EEGATE_SHAPE("AnnotationsReply")>();
  bind<Engine, "openRecording(id, source, fileName, companions)", &Engine::open_recording>();
  bind<Engine, "setAnnotations(id, annotations)", &Engine::set_annotations>();
  bind<Engine, "closeRecording(id)", &Engine::close_recording>();
}

}  // namespace eegate::bindings
