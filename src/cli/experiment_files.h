// The files that a plan names, and those that an experiment writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/trials.h"

namespace eegate::cli {

// Recordings below the folders, and files or globs, of the plan; sorted by path. Errors: PLAN_FILES if an entry names
// nothing, or if two files are the same run of one subject.
Result<std::vector<RecordingFile>> find_recordings(const PlanRecordings& data, const std::string& root);

// Opens paths that are relative to a folder.
OpenSource open_below(const std::string& root);

// The output folder of an experiment and its files.
class ExperimentFolder {
 public:
  explicit ExperimentFolder(std::string path) : path_(std::move(path)) {}
  // Error IO_WRITE.
  Result<> create() const;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string run(const std::string& id) const { return path_ + "/runs/" + id + ".json"; }
  std::string error(const std::string& id) const { return path_ + "/runs/" + id + ".error.json"; }
  std::string saved(const std::string& id) const { return path_ + "/runs/" + id + ".partial"; }

 private:
  std::string path_;
};

// The text of a small file; nothing if it is not there or cannot be read.
std::optional<std::string> text_if_there(const std::string& path);
void remove_if_there(const std::string& path);

}  // namespace eegate::cli
