#include "cli/experiment_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "cli/file_source.h"

namespace eegate::cli {
namespace {

namespace fs = std::filesystem;

Error files_error(std::string message, std::string found, std::string expected) {
  return Error{.code = "PLAN_FILES",
               .message = std::move(message),
               .field = "data.recordings",
               .found = std::move(found),
               .expected = std::move(expected)};
}

std::string joined(const std::string& root, const std::string& path) { return (fs::path(root) / path).string(); }

// Every regular file below a folder; nothing where it cannot be read.
std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code problem;
  const auto follow = fs::directory_options::follow_directory_symlink | fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, follow, problem), end; !problem && at != end;
       at.increment(problem)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().string());
  }
  return files;
}

// The folder in front of the first wildcard.
std::string fixed_part(const std::string& glob) {
  const std::size_t wild = glob.find_first_of("*?[");
  const std::size_t slash = glob.rfind('/', wild);
  return slash == std::string::npos ? "." : glob.substr(0, slash);
}

std::vector<std::string> files_of(const std::string& entry) {
  std::error_code ignored;
  if (fs::is_directory(entry, ignored)) return files_below(entry);
  if (fs::is_regular_file(entry, ignored)) return {entry};
  std::vector<std::string> files;
  for (const std::string& file : files_below(fixed_part(entry))) {
    // "*" crosses folders: "data/*.edf" means those further down, too.
    if (::fnmatch(entry.c_str(), file.c_str(), 0) == 0) files.push_back(file);
  }
  return files;
}

}  // namespace

Result<std::vector<RecordingFile>> find_recordings(const PlanRecordings& data, const std::string& root) {
  std::set<std::string> paths;
  for (const std::string& entry : data.paths) {
    const std::vector<std::string> found = files_of(joined(root, entry));
    if (found.empty())
      return files_error("There are no files of this name", eegate::quoted(joined(root, entry), 200),
                         "a folder, a file or a glob");
    paths.insert(found.begin(), found.end());
  }
  std::vector<RecordingFile> files;
  std::map<std::pair<std::int32_t, std::int32_t>, std::string> seen;
  for (const std::string& path : paths) {
    RecordingFile file{.path = path, .name = base_name(path)};
    if (!read_file_name(data.file_name, file.name, file.subject, file.run)) continue;
    const auto [other, is_new] = seen.insert({{file.subject, file.run}, path});
    if (!is_new)
      return files_error("Two files are the same run of one subject", eegate::quoted(path, 200),
                         "not also " + eegate::quoted(other->second, 200));
    files.push_back(std::move(file));
  }
  if (files.empty())
    return files_error("No file has a name with subject and run", std::to_string(paths.size()) + " files",
                       "names such as " + eegate::quoted(data.file_name));
  return files;
}

OpenSource open_below(const std::string& root) {
  return [root](const std::string& path) -> Result<std::shared_ptr<ByteSource>> {
    EEGATE_TRY(auto source, FileSource::open(joined(root, path)));
    return std::shared_ptr<ByteSource>(std::move(source));
  };
}

Result<> ExperimentFolder::create() const {
  std::error_code problem;
  fs::create_directories(path_ + "/runs", problem);
  if (!problem) return {};
  return Error{.code = "IO_WRITE",
               .message = "The folder cannot be made: " + problem.message(),
               .found = eegate::quoted(path_ + "/runs", 200)};
}

std::optional<std::string> text_if_there(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes.ok()) return std::nullopt;
  std::string text(bytes->size(), '\0');
  if (!text.empty()) std::memcpy(text.data(), bytes->data(), text.size());
  return text;
}

void remove_if_there(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace eegate::cli
