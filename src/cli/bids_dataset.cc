#include "cli/bids_dataset.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "cli/file_source.h"

namespace eegate::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
    found.push_back(at->path());
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> folders_named(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found = entries_of(folder);
  std::erase_if(found, [&](const fs::path& path) {
    std::error_code ignored;
    return !path.filename().string().starts_with(prefix) || !fs::is_directory(path, ignored);
  });
  return found;
}

bool is_chosen(const std::vector<std::string>& labels, const std::string& prefix, const std::string& label) {
  const auto same = [&](const std::string& wanted) { return wanted == label || wanted == prefix + label; };
  return labels.empty() || std::ranges::any_of(labels, same);
}

// Every recording of a folder.
void add_recordings(const fs::path& root, const fs::path& folder, std::vector<BidsDatasetRecording>& found) {
  for (const char* kind : {"eeg", "ieeg"}) {
    for (const fs::path& path : entries_of(folder / kind)) {
      auto name = bids_recording_name(path.filename().string());
      if (!name) continue;
      found.push_back({std::move(*name), path.string(), path.lexically_relative(root).string()});
    }
  }
}

// A label by which recordings are chosen: of their participant, session or task.
struct BidsLabel {
  const char *option, *prefix;
  std::string BidsRecordingName::* of;
  std::vector<std::string> BidsChoice::* wanted;
};
constexpr BidsLabel kLabels[] = {
    {"--participant-label", "sub-", &BidsRecordingName::participant, &BidsChoice::participants},
    {"--session-label", "ses-", &BidsRecordingName::session, &BidsChoice::sessions},
    {"--task-label", "task-", &BidsRecordingName::task, &BidsChoice::tasks},
};

// A requested label that no recording has is probably misspelt.
Result<> check_labels(const BidsChoice& choice, const std::vector<BidsDatasetRecording>& all) {
  for (const BidsLabel& kind : kLabels) {
    for (const std::string& label : choice.*kind.wanted) {
      const auto has_it = [&](const BidsDatasetRecording& r) {
        return is_chosen({label}, kind.prefix, r.name.*kind.of);
      };
      if (std::ranges::any_of(all, has_it)) continue;
      return Error{.code = "BIDS_LABEL",
                   .message = "No recording has this label",
                   .field = kind.option,
                   .found = eegate::quoted(label),
                   .expected = "a label of names " + std::string(kind.prefix) + "*"};
    }
  }
  return {};
}

bool is_chosen(const BidsChoice& choice, const BidsDatasetRecording& recording) {
  return std::ranges::all_of(kLabels, [&](const BidsLabel& kind) {
    return is_chosen(choice.*kind.wanted, kind.prefix, recording.name.*kind.of);
  });
}

Result<> check_unique(const std::vector<BidsDatasetRecording>& recordings) {
  std::set<std::string> paths;
  for (const BidsDatasetRecording& recording : recordings) {
    if (paths.insert(record_path("", recording)).second) continue;
    return Error{.code = "IO_SAME_FILE",
                 .message = "One recording is there in two formats, and their results would have one name",
                 .found = quoted(recording.source, 200),
                 .hint = "Keep one of both formats in the data set."};
  }
  return {};
}

std::string result_path(const std::string& output, const BidsDatasetRecording& recording, const char* ending) {
  const fs::path folder = fs::path(recording.source).parent_path();
  return (fs::path(output) / folder / (recording.name.stem + "_desc-eegate_" + ending)).string();
}

}  // namespace

Result<std::vector<BidsDatasetRecording>> recordings_of_dataset(const std::string& root, const BidsChoice& choice) {
  std::error_code ignored;
  if (!fs::exists(fs::path(root) / "dataset_description.json", ignored)) {
    return Error{.code = "BIDS_ROOT",
                 .message = "This is not the folder of a BIDS data set",
                 .found = quoted(root, 200),
                 .expected = "a folder with dataset_description.json",
                 .hint = "Give the folder that contains the folders sub-*."};
  }
  std::vector<BidsDatasetRecording> found;
  for (const fs::path& person : folders_named(root, "sub-")) {
    if (!is_chosen(choice.participants, "sub-", person.filename().string().substr(4))) continue;
    add_recordings(root, person, found);
    for (const fs::path& session : folders_named(person, "ses-")) add_recordings(root, session, found);
  }
  EEGATE_CHECK(check_labels(choice, found));
  if (found.empty()) {
    return Error{.code = "NO_RECORDINGS",
                 .message = "There is no recording in this data set",
                 .found = quoted(root, 200),
                 .expected = "sub-*/[ses-*/]eeg/sub-*_eeg.edf, .bdf, .vhdr or .set"};
  }
  std::erase_if(found, [&](const BidsDatasetRecording& recording) { return !is_chosen(choice, recording); });
  if (found.empty()) {
    return Error{.code = "BIDS_LABEL",
                 .message = "No recording has all of these labels",
                 .found = "each of them, but in other recordings"};
  }
  EEGATE_CHECK(check_unique(found));
  return found;
}

Result<> check_downloaded(const BidsDatasetRecording& recording) {
  std::error_code problem;
  const std::uintmax_t size = fs::file_size(recording.path, problem);
  bool is_there = !problem;
  if (is_there && size < 200) {
    const auto bytes = read_file(recording.path);
    const std::string text(bytes.ok() ? reinterpret_cast<const char*>(bytes->data()) : "",
                           bytes.ok() ? bytes->size() : 0);
    is_there = text.find("/annex/") == std::string::npos;
  }
  if (is_there) return {};
  return Error{.code = "BIDS_DATA_MISSING",
               .message = "The recording is named by the data set, but its content was not downloaded",
               .found = quoted(recording.source, 200),
               .hint = "Fetch it, for instance with \"datalad get\" or \"git annex get\"."};
}

std::string record_path(const std::string& output, const BidsDatasetRecording& recording) {
  return result_path(output, recording, "eeg.json");
}

std::string events_path(const std::string& output, const BidsDatasetRecording& recording) {
  return result_path(output, recording, "events.tsv");
}

}  // namespace eegate::cli
