// The other files of a recording, to which its header refers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_set.h"
#include "files/diagnostics.h"

namespace eegate {

struct CompanionLink {
  std::string recording;  // the file that was opened
  std::string link;       // the reference in its header
  std::string_view what;  // "samples"
  std::string_view field;
  std::string_view missing, renamed;      // codes of the error and the warning
  std::vector<std::string_view> endings;  // extensions under which a renamed file is searched
};

// Opens the file of a link. If it does not exist, a file with the name of the recording is used, because both may have
// been renamed together: a warning. Errors: `missing`, and those of opening the file.
Result<std::shared_ptr<ByteSource>> open_companion(const FileSet& files, const CompanionLink& link,
                                                   Diagnostics& diagnostics);

}  // namespace eegate
