// A recording and a model as a session holds them: opened, with name and warnings.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_set.h"
#include "base/result.h"
#include "base/sha256.h"
#include "model/model.h"
#include "session/open/counting_source.h"
#include "signal/recording.h"

namespace eegate {

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
