#include "cli/bids_dataset.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <string_view>

#include "base/numbers_as_text.h"
#include "base/sha256.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"

namespace eegate::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKinds[] = {"eeg", "ieeg"};  // folders of recordings, and suffixes of their names

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

// Whether the folders of the recording are those of the participant, the session and the kind that its name states.
bool is_at_home(const fs::path& source, const BidsRecordingName& name) {
  const std::string person = source.begin()->string(), above = source.parent_path().parent_path().filename().string();
  const bool has_session = above.starts_with("ses-") && !name.session.empty();
  return person == "sub-" + name.participant && (!has_session || above == "ses-" + name.session) &&
         source.parent_path().filename().string() == name.suffix;
}

// Every recording of a folder.
void add_recordings(const fs::path& root, const fs::path& folder, BidsDataset& found) {
  for (const char* kind : kKinds) {
    for (const fs::path& path : entries_of(folder / kind)) {
      const std::string file_name = path.filename().string();
      const fs::path source = path.lexically_relative(root);
      if (auto name = bids_recording_name(file_name); name && is_at_home(source, *name)) {
        found.recordings.push_back({std::move(*name), path.string(), source.string()});
      } else if (has_recording_ending(path) && !file_name.starts_with('.')) {
        found.left_out.push_back(source.string());
      }
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

// A requested label that no recording has is probably misspelt, unless there is a folder of that participant.
Result<> check_labels(const BidsChoice& choice, const BidsDataset& all) {
  for (const BidsLabel& kind : kLabels) {
    for (const std::string& label : choice.*kind.wanted) {
      const auto has_it = [&](const BidsDatasetRecording& r) {
        return is_chosen({label}, kind.prefix, r.name.*kind.of);
      };
      const auto is_it = [&](const std::string& folder) { return folder == label || folder == "sub-" + label; };
      const bool is_empty = kind.wanted == &BidsChoice::participants && std::ranges::any_of(all.empty, is_it);
      if (is_empty || std::ranges::any_of(all.recordings, has_it)) continue;
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

std::string result_path(const std::string& output, const BidsDatasetRecording& recording, const std::string& ending) {
  const fs::path folder = fs::path(recording.source).parent_path();
  return (fs::path(output) / folder / (recording.name.stem + "_desc-eegate_" + ending)).string();
}

}  // namespace

Warnings BidsDataset::warnings() const {
  Warnings all;
  if (!left_out.empty())
    all.push_back({.code = "BIDS_NAME",
                   .message = counted(left_out.size(), "recording is", "recordings are") +
                              " left out, because the names are not those of BIDS, or not those of the folders: " +
                              some_of(left_out)});
  if (!empty.empty())
    all.push_back({.code = "BIDS_NO_EEG", .message = "There is no recording of EEG of " + some_of(empty)});
  return all;
}

Result<BidsDataset> recordings_of_dataset(const std::string& root, const BidsChoice& choice) {
  std::error_code ignored;
  if (!fs::exists(fs::path(root) / "dataset_description.json", ignored)) {
    return Error{.code = "BIDS_ROOT",
                 .message = "This is not the folder of a BIDS data set",
                 .found = quoted(root, 200),
                 .expected = "a folder with dataset_description.json",
                 .hint = "Give the folder that contains the folders sub-*."};
  }
  BidsDataset found;
  for (const fs::path& person : folders_named(root, "sub-")) {
    const std::string folder = person.filename().string();
    if (!is_chosen(choice.participants, "sub-", folder.substr(4))) continue;
    const std::size_t n_before = found.recordings.size() + found.left_out.size();
    add_recordings(root, person, found);
    for (const fs::path& session : folders_named(person, "ses-")) add_recordings(root, session, found);
    if (found.recordings.size() + found.left_out.size() == n_before) found.empty.push_back(folder);
  }
  EEGATE_CHECK(check_labels(choice, found));
  if (found.recordings.empty() && choice.participants.empty()) {
    return Error{.code = "NO_RECORDINGS",
                 .message = "There is no recording in this data set",
                 .found = found.left_out.empty() ? quoted(root, 200) : some_of(found.left_out),
                 .expected = "sub-*/[ses-*/]eeg/sub-*_eeg.edf, .bdf, .vhdr or .set"};
  }
  const bool are_empty = found.recordings.empty();
  std::erase_if(found.recordings, [&](const BidsDatasetRecording& recording) { return !is_chosen(choice, recording); });
  if (found.recordings.empty() && !are_empty) {
    return Error{.code = "BIDS_LABEL",
                 .message = "No recording has all of these labels",
                 .found = "each of them, but in other recordings"};
  }
  EEGATE_CHECK(check_unique(found.recordings));
  return found;
}

// A link to a file that is not there is not read. Folders count from that of the recording up to that of the data set.
std::string hash_of_files(const BidsDatasetRecording& recording) {
  const std::string file_name = fs::path(recording.path).filename().string();
  std::string text;
  fs::path folder = fs::path(recording.path).parent_path();
  const auto n_folders = std::ranges::count(recording.source, '/') + 1;
  for (std::ptrdiff_t i = 0; i < n_folders; ++i, folder = folder.parent_path()) {
    for (const fs::path& path : entries_of(folder.empty() ? fs::path(".") : folder)) {
      const std::string name = path.filename().string();
      std::error_code problem;
      if (!is_read_with(name, file_name) || !fs::is_regular_file(path, problem)) continue;
      text += std::to_string(i) + " " + name + " " + std::to_string(fs::file_size(path, problem)) + " " +
              std::to_string(fs::last_write_time(path, problem).time_since_epoch().count()) + "\n";
    }
  }
  return sha256(std::as_bytes(std::span(text)));
}

Result<> check_output_folder(const std::string& root, const std::string& output) {
  std::error_code ignored;
  const fs::path below = fs::weakly_canonical(output, ignored).lexically_relative(fs::weakly_canonical(root, ignored));
  const std::string first = below.empty() ? std::string() : below.begin()->string();
  if (first != "." && !first.starts_with("sub-")) return {};
  return Error{.code = "BIDS_OUTPUT",
               .message = "Results would be written among the raw data",
               .found = quoted(output, 200),
               .expected = "a folder of its own, such as derivatives/eegate in the data set"};
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
  return result_path(output, recording, recording.name.suffix + ".json");
}

std::vector<std::string> records_without_recording(const std::string& output, const BidsDataset& all) {
  std::set<std::string> known;
  for (const BidsDatasetRecording& recording : all.recordings) known.insert(record_path(output, recording));
  std::vector<std::string> found;
  for (const fs::path& person : folders_named(output, "sub-")) {
    std::vector<fs::path> folders = folders_named(person, "ses-");
    folders.push_back(person);
    for (const fs::path& folder : folders) {
      for (const char* kind : kKinds) {
        for (const fs::path& path : entries_of(folder / kind)) {
          const bool is_record = path.filename().string().ends_with(std::string("_desc-eegate_") + kind + ".json");
          if (is_record && !known.contains(path.string())) found.push_back(path.lexically_relative(output).string());
        }
      }
    }
  }
  return found;
}

std::string failure_path(const std::string& output, const BidsDatasetRecording& recording) {
  return result_path(output, recording, recording.name.suffix + ".error.json");
}

std::string events_path(const std::string& output, const BidsDatasetRecording& recording) {
  return result_path(output, recording, "events.tsv");
}

}  // namespace eegate::cli
