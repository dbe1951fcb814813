// The other files of a recording, as its header names them.
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
  std::string link;       // as it names the other one
  std::string_view what;  // "samples"
  std::string_view field;
  std::string_view missing, renamed;      // codes of the error and of the warning
  std::vector<std::string_view> endings;  // of files that may have been renamed together with the recording
};

// A file that is not there under the name in the link, but under that of the recording, was renamed together with it: a
// warning. Errors: `missing`, which names the file, and those of opening it.
Result<std::shared_ptr<ByteSource>> open_companion(const FileSet& files, const CompanionLink& link,
                                                   Diagnostics& diagnostics);

}  // namespace eegate
