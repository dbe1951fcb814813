// The files in which the parts of a recording of several files are looked up: those in the same folder, or those that
// the user selected together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace eegate {

struct NamedFile {
  std::string name;  // without its folder
  std::function<Result<std::shared_ptr<ByteSource>>()> open;
};

class FileSet {
 public:
  FileSet() = default;
  explicit FileSet(std::vector<NamedFile> files) : files_(std::move(files)) {}

  // Opens the file that a header refers to. Only the part of `link` after its last / or \ is compared, because its
  // folders are those of another computer; an exact match is preferred to one that ignores case. Null if there is no
  // such file. Errors: those of NamedFile::open.
  Result<std::shared_ptr<ByteSource>> open(std::string_view link) const;

  const std::vector<NamedFile>& files() const { return files_; }

  using Wrap = std::function<std::shared_ptr<ByteSource>(std::shared_ptr<ByteSource>)>;
  // The same files, with `wrap` applied to each source that is opened.
  FileSet wrapped(const Wrap& wrap) const;

 private:
  std::vector<NamedFile> files_;
};

// "C:\data\a.eeg" and "data/a.eeg" -> "a.eeg"
std::string_view base_name_of(std::string_view path);
// "a.eeg" -> "a"; the whole name if it has no dot.
std::string_view stem_of(std::string_view name);

}  // namespace eegate
