// A recording and a model as a session holds them: opened, with name and warnings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "base/result.h"
#include "base/sha256.h"
#include "model/model.h"
#include "signal/recording.h"

namespace eegate {

// A ByteSource that counts: a page shows how little of a large recording was read.

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

struct OpenRecording {
  std::shared_ptr<CountedFiles> source;  // all files that it consists of
  Recording recording;
  Sha256 hash = {};  // of the bytes from the start that were asked for; see report.h
};

struct OpenModel {
  std::string file_name;
  Model model;
  Warnings warnings;   // of the file, and MODEL_RECIPE when its recipe cannot be carried out
  std::string sha256;  // of the file; empty where it was not requested
};
enum class Digest { kNone, kSha256 };

// `files` are those among which a recording of several files finds its parts. Errors: IO_READ, FORMAT_*, and those of
// the formats: EDF_*, BDF_*, BV_*, EEGLAB_*, MAT_* ...
Result<OpenRecording> open_recording(std::shared_ptr<ByteSource> source, std::string file_name,
                                     const FileSet& files = {});
// Errors: ST_*, MODEL_*.
Result<OpenModel> open_model(std::span<const std::byte> bytes, std::string file_name, Digest digest = Digest::kSha256);

// Annotations that a user made or corrected: {"annotations": [{"onset_s", "duration_s", "text"}]}. Errors: JSON_*,
// ANNOTATION_VALUE.
Result<std::vector<Annotation>> parse_annotations(std::string_view json);

// The canonical names of some channels.
std::vector<std::string> names_of_channels(const Recording& recording, std::span<const std::size_t> channels);

// Reads the annotations that are still unread.
Result<> read_all_annotations(Recording& recording);

// Endings of file names by which recordings are found in a folder: ".edf", ".fif.gz".
std::vector<std::string_view> endings_of_recordings();

// Whether the start of a file is that of a weights file (ours, or one that will be refused with its name) and not of a
// recording.
bool looks_like_model(std::span<const std::byte> head, std::string_view file_name);

// The object that a caller opened under this number. Error SESSION_CLOSED.
template <class T>
Result<std::shared_ptr<T>> find_open(const std::map<int, std::shared_ptr<T>>& open, int id, const char* what) {
  const auto at = open.find(id);
  if (at != open.end()) return at->second;
  return Error{.code = "SESSION_CLOSED",
               .message = std::string("This ") + what + " is not open, or was closed in the meantime",
               .found = std::to_string(id)};
}

}  // namespace eegate
