// Files in memory beside a recording, as sidecar files of a BIDS data set are.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file_set.h"

namespace eegate::test {

inline FileSet set_of(const std::map<std::string, std::string>& texts) {
  std::vector<NamedFile> files;
  for (const auto& [name, text] : texts) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes, bytes + text.size()));
    files.push_back({name, [source] { return Result<std::shared_ptr<ByteSource>>(source); }});
  }
  return FileSet(std::move(files));
}

}  // namespace eegate::test
