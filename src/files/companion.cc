#include "files/companion.h"

#include <utility>

namespace eegate {
namespace {

Error link_error(const CompanionLink& link, std::string_view code, std::string_view message, std::string_view found) {
  const std::string wanted(base_name_of(link.link));
  Error e;
  e.code = code;
  e.message = message;
  e.field = link.field;
  e.place = link.recording;
  e.found = found;
  e.expected = quoted(wanted, 200);
  e.hint = "Give " + wanted + " together with " + link.recording +
           ": drop both at once, or their folder; name it in companions of openRecording(); the command looks beside "
           "the recording";
  return e;
}

}  // namespace

Result<std::shared_ptr<ByteSource>> open_companion(const FileSet& files, const CompanionLink& link,
                                                   Diagnostics& diagnostics) {
  EEGATE_TRY(auto named, files.open(link.link));
  if (named != nullptr) return named;
  for (const std::string_view ending : link.endings) {
    const std::string renamed = std::string(stem_of(link.recording)) + std::string(ending);
    EEGATE_TRY(auto found, files.open(renamed));
    if (found == nullptr) continue;
    diagnostics.remark(link_error(link, link.renamed,
                                  "The recording names another file; the one that has its own name is read",
                                  quoted(renamed, 200)));
    return found;
  }
  return link_error(link, link.missing,
                    "The " + std::string(link.what) + " of this recording are in another file, which is missing: " +
                        std::string(base_name_of(link.link)),
                    "no such file");
}

}  // namespace eegate
