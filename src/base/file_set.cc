#include "base/file_set.h"

#include <algorithm>
#include <utility>

namespace eegate {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

Result<std::shared_ptr<ByteSource>> FileSet::open(std::string_view link) const {
  const std::string_view wanted = base_name_of(link);
  auto found = std::find_if(files_.begin(), files_.end(), [&](const NamedFile& file) { return file.name == wanted; });
  if (found == files_.end()) {
    found = std::find_if(files_.begin(), files_.end(),
                         [&](const NamedFile& file) { return same_ignoring_case(file.name, wanted); });
  }
  if (found == files_.end()) return std::shared_ptr<ByteSource>();
  return found->open();
}

FileSet FileSet::wrapped(const Wrap& wrap) const {
  std::vector<NamedFile> files;
  for (const NamedFile& file : files_) {
    files.push_back({file.name, [open = file.open, wrap]() -> Result<std::shared_ptr<ByteSource>> {
                       EEGATE_TRY(auto source, open());
                       return wrap(std::move(source));
                     }});
  }
  return FileSet(std::move(files));
}

std::string_view base_name_of(std::string_view path) {
  const std::size_t separator = path.find_last_of("/\\");
  return separator == std::string_view::npos ? path : path.substr(separator + 1);
}

std::string_view stem_of(std::string_view name) { return name.substr(0, name.find_last_of('.')); }

}  // namespace eegate
