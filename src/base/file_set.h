// The files among which a recording of several files finds its parts: those beside it in a folder, or those that were
// chosen together with it.
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

  // The file that a link in a header means: by what stands after its last / or \, because the folders are those of
  // another machine; exactly, otherwise ignoring case. Null if it is not here. Errors: those of NamedFile::open.
  Result<std::shared_ptr<ByteSource>> open(std::string_view link) const;

  const std::vector<NamedFile>& files() const { return files_; }

  using Wrap = std::function<std::shared_ptr<ByteSource>(std::shared_ptr<ByteSource>)>;
  // The same files, each of which goes through `wrap` when it is opened.
  FileSet wrapped(const Wrap& wrap) const;

 private:
  std::vector<NamedFile> files_;
};

// "C:\data\a.eeg" and "data/a.eeg" -> "a.eeg"
std::string_view base_name_of(std::string_view path);
// "a.eeg" -> "a"; all of a name without a dot.
std::string_view stem_of(std::string_view name);

}  // namespace eegate
