#include "cli/opened.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/options.h"
#include "base/utf8.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "session/open/arrays.h"
#include "session/open/open_files.h"
#include "session/sleep/stagers.h"

namespace eegate::cli {
namespace {

namespace fs = std::filesystem;

// "a_raw-2.fif" goes on from "a_raw.fif", "a_split-02_meg.fif" from "a_split-01_meg.fif": the name of the first file,
// or the name itself.
std::string first_file_of(const std::string& path) {
  const std::size_t end = path.rfind(".fif"), split = path.rfind("_split-");
  if (end == std::string::npos) return path;
  const auto behind_digits = [&](std::size_t at) { return path.find_first_not_of("0123456789", at); };
  if (split != std::string::npos && split + 9 < end && behind_digits(split + 7) == split + 9)
    return path.substr(0, split + 7) + "01" + path.substr(split + 9);
  const std::size_t dash = path.find_last_not_of("0123456789", end - 1);
  if (dash == std::string::npos || path[dash] != '-' || dash + 1 == end) return path;
  return path.substr(0, dash) + path.substr(end);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// Also links to files that are not there: they would be missing without a word. Links to folders are followed after the
// folders themselves, each once, so that no circle of links is endless.
struct Walk {
  std::vector<std::string> found;
  std::vector<fs::path> links;
  std::set<fs::path> seen;
};

void walk(const fs::path& folder, Walk& all) {
  std::error_code problem;
  if (!all.seen.insert(fs::canonical(folder, problem)).second) return;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    std::error_code ignored;
    const bool is_link = at->is_symlink(ignored), is_there = at->exists(ignored);
    if (at->is_directory(ignored)) {
      is_link ? all.links.push_back(at->path()) : walk(at->path(), all);
    } else if (has_recording_ending(at->path()) && (at->is_regular_file(ignored) || (is_link && !is_there))) {
      all.found.push_back(at->path().string());
    }
  }
}

std::vector<std::string> recordings_below(const std::string& folder) {
  Walk all;
  all.links = {folder};
  while (!all.links.empty()) {
    std::vector<fs::path> links = std::exchange(all.links, {});
    std::ranges::sort(links);
    for (const fs::path& link : links) walk(link, all);
  }
  std::ranges::sort(all.found);
  std::vector<std::string> first;
  for (const std::string& path : all.found) {
    const std::string begins = first_file_of(path);
    if (begins == path || !std::ranges::binary_search(all.found, begins)) first.push_back(path);
  }
  return first;
}

// A file that is named twice, or with its folder, is taken once.
void keep_first(std::vector<NamedRecording>& recordings) {
  std::set<fs::path> seen;
  std::erase_if(recordings, [&](const NamedRecording& one) {
    std::error_code problem;
    const auto canonical = fs::canonical(one.path, problem);
    return !problem && !seen.insert(canonical).second;
  });
}

// What to do with a file that holds only the samples of a recording whose header is a file of its own; empty for
// others.
std::string hint_of_samples_alone(const fs::path& path) {
  constexpr std::pair<std::string_view, std::string_view> kHeaders[] = {
      {".eeg", ".vhdr"}, {".dat", ".vhdr"}, {".fdt", ".set"}};
  const std::string ending = lower_case(path.extension().string());
  const auto found =
      std::ranges::find(kHeaders, std::string_view(ending), &std::pair<std::string_view, std::string_view>::first);
  if (found == std::end(kHeaders)) return "";
  const std::string header = fs::path(path).replace_extension(found->second).string();
  std::error_code ignored;
  if (fs::exists(header, ignored)) return "Give its header instead: " + eegate::quoted(header, 200);
  return "If it holds the samples of a recording, give its header, a " + std::string(found->second) +
         " file, in the same folder.";
}

}  // namespace

Result<OpenRecording> open_recording_file(const std::string& path) {
  EEGATE_TRY(auto source, FileSource::open(path));
  auto opened = open_recording(std::move(source), base_name(path), files_beside(path));
  if (opened.ok() || opened.error().code != "EDF_BAD_VERSION") return opened;
  Error error = std::move(opened).error();
  if (std::string hint = hint_of_samples_alone(path); !hint.empty()) error.hint = std::move(hint);
  return error;
}

Result<std::vector<std::byte>> read_classifier_file(const std::string& path, std::string_view code,
                                                    const std::string& message) {
  EEGATE_TRY(auto bytes, read_file(path));
  if (!is_stager(bytes)) return bytes;
  return Error{.code = code,
               .message = message,
               .place = base_name(path),
               .hint = "This is a model of sleep staging: 'eegate stage' runs it."};
}

Result<OpenModel> open_model_file(const std::string& path) {
  auto read = read_file(path);
  if (!read.ok() && path.find_first_of("./\\") == std::string::npos) {
    Error error = std::move(read).error();
    error.hint =
        "A model is given as a file. The bundled ones are in dist/models of the package; 'npx eegate' finds them by "
        "name.";
    return error;
  }
  EEGATE_TRY(const auto bytes, std::move(read));
  auto model = open_model(bytes, base_name(path));
  if (model.ok() || !is_stager(bytes)) return model;
  Error error = std::move(model).error();
  error.hint = "This is a model of sleep staging: 'eegate stage' runs it.";
  return error;
}

Result<std::vector<std::byte>> read_npy_file(const std::string& path) {
  EEGATE_TRY(auto bytes, read_file(path));
  if (auto checked = check_npy(bytes); !checked.ok()) return in_file(std::move(checked).error(), base_name(path));
  return bytes;
}

Result<std::vector<std::byte>> read_epochs_file(const std::string& path) {
  EEGATE_TRY(auto bytes, read_file(path));
  if (auto checked = check_epochs_npy(bytes); !checked.ok())
    return in_file(std::move(checked).error(), base_name(path));
  return bytes;
}

Result<Recipe> read_recipe_file(const std::string& path) {
  EEGATE_TRY(const auto bytes, read_file(path));
  std::string text(bytes.size(), '\0');
  std::memcpy(text.data(), bytes.data(), bytes.size());
  auto recipe = parse_recipe(text);
  if (recipe.ok()) return std::move(recipe).value();
  return in_file(std::move(recipe).error(), base_name(path));
}

bool has_recording_ending(const fs::path& path) {
  const std::string name = lower_case(path.filename().string());
  return std::ranges::any_of(endings_of_recordings(), [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<std::vector<NamedRecording>> named_recordings_of(const std::vector<std::string>& given) {
  std::vector<NamedRecording> all;
  for (const std::string& path : given) {
    if (!is_folder(path)) {
      all.push_back({path, base_name(path)});
      continue;
    }
    const std::vector<std::string> found = recordings_below(path);
    if (found.empty())
      return Error{.code = "NO_RECORDINGS",
                   .message = "There is no recording in this folder",
                   .found = eegate::quoted(path, 200),
                   .expected = "files that end in " + alternatives(endings_of_recordings())};
    for (const std::string& one : found) all.push_back({one, fs::path(one).lexically_relative(path).string()});
  }
  keep_first(all);
  return all;
}

Result<std::vector<std::string>> recordings_of(const std::vector<std::string>& given) {
  EEGATE_TRY(const std::vector<NamedRecording> named, named_recordings_of(given));
  std::vector<std::string> paths;
  for (const NamedRecording& one : named) paths.push_back(one.path);
  return paths;
}

bool are_several(const std::vector<std::string>& given) {
  return given.size() > 1 || std::ranges::any_of(given, is_folder);
}

Result<> for_each_file(const std::vector<std::string>& paths, const std::function<Result<>(const std::string&)>& one) {
  std::size_t n_failed = 0;
  std::optional<Error> no_answer;
  for (const std::string& path : paths) {
    const Result<> done = one(path);
    if (done.ok()) continue;
    Error error = done.error();
    error.place = error.place.empty() ? path : error.place + " of " + path;
    if (error.code == "RESULT_NO_ANSWER") {
      no_answer = error;
      continue;
    }
    print_error(error);
    ++n_failed;
  }
  if (n_failed > 0)
    return Error{.code = "FILES_FAILED",
                 .message = std::to_string(n_failed) + " of " + std::to_string(paths.size()) + " files failed",
                 .hint = n_failed < paths.size() ? "The others are done." : ""};
  if (no_answer) return *no_answer;
  return {};
}

}  // namespace eegate::cli
