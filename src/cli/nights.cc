#include "cli/nights.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "cli/file_source.h"
#include "cli/opened.h"
#include "session/open/arrays.h"
#include "session/sleep/hypnogram.h"
#include "session/sleep/staging.h"

namespace eegate::cli {
namespace {

constexpr std::array<std::string_view, 13> kWordsOfKind = {
    "psg", "hypnogram", "hypno",     "hyp",         "stages",  "staging",    "events",
    "eeg", "nsrr",      "profusion", "annotations", "scoring", "sleepstages"};
constexpr std::array<std::string_view, 9> kHypnogramEndings = {".edf", ".bdf", ".tsv",       ".csv", ".txt",
                                                               ".xml", ".hyp", ".hypnogram", ".st"};

bool is_hypnogram_by_name(const std::string& path) {
  const std::string file = lower_case(base_name(path));
  return file.find("hypno") != std::string::npos || file.ends_with(".hyp");
}

std::vector<std::string> files_of_folder(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  std::error_code problem, ignored;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    if (at->is_regular_file(ignored)) found.push_back(at->path().string());
  }
  std::ranges::sort(found);
  return found;
}

// The stages of a model are not those to learn from, or to judge by.
bool is_of_a_model(const std::string& path) {
  const auto source = FileSource::open(path);
  if (!source.ok()) return false;
  std::string beginning(static_cast<std::size_t>(std::min<std::uint64_t>((*source)->size(), 256)), '\0');
  return (*source)->read(0, std::as_writable_bytes(std::span(beginning))).ok() && is_staged_csv(beginning);
}

// Empty where there is none.
std::string hypnogram_beside(const std::string& recording) {
  const std::filesystem::path path(recording);
  for (const std::string& other : files_of_folder(path.parent_path())) {
    const std::filesystem::path candidate(other);
    const std::string ending = lower_case(candidate.extension().string());
    if (candidate.filename() == path.filename() || night_key(other) != night_key(recording)) continue;
    const bool may_be = std::ranges::find(kHypnogramEndings, ending) != kHypnogramEndings.end();
    const bool is_recording = ending == ".edf" || ending == ".bdf";
    if (may_be && (!is_recording || is_hypnogram_by_name(other)) && !is_of_a_model(other)) return other;
  }
  return {};
}

Result<HypnogramFile> hypnogram_of(const NightFile& night, OpenRecording& open) {
  if (night.hypnogram.empty()) {
    EEGATE_CHECK(read_all_annotations(open.recording));
    return hypnogram_of_recording(open);
  }
  EEGATE_TRY(auto source, FileSource::open(night.hypnogram));
  EEGATE_TRY(HypnogramFile file,
             read_hypnogram(std::move(source), base_name(night.hypnogram), {}, files_beside(night.hypnogram)));
  EEGATE_CHECK(bring_onto(open, file));
  return file;
}

Result<> open_night(const NightFile& night, const OneNight& one) {
  EEGATE_TRY(OpenRecording open, open_recording_file(night.recording));
  auto file = hypnogram_of(night, open);
  if (!file.ok() && night.hypnogram.empty()) {
    Error error = std::move(file).error();
    error.hint = "Put its hypnogram in the same folder, or name it with --hypnograms.";
    return error;
  }
  EEGATE_TRY(const HypnogramFile hypnogram, std::move(file));
  return one(open, hypnogram, night.hypnogram.empty() ? "" : base_name(night.hypnogram));
}

}  // namespace

// Sleep-EDF numbers the scorer where the recording has the unit: "SC4001EC" beside "SC4001E0".
std::string night_key(const std::string& path) {
  const std::string stem = lower_case(std::filesystem::path(base_name(path)).stem().string());
  std::string key, word;
  bool has_kind = false;
  const auto take = [&] {
    const bool is_kind = std::ranges::find(kWordsOfKind, word) != kWordsOfKind.end();
    has_kind = has_kind || word == "psg" || word == "hypnogram";
    if (!is_kind && !word.empty()) key += (key.empty() ? "" : "_") + word;
    word.clear();
  };
  for (const char c : stem) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      word += c;
    else
      take();
  }
  take();
  const bool is_sleep_edf = has_kind && key.size() == 8 && (key.starts_with("sc") || key.starts_with("st"));
  return is_sleep_edf ? key.substr(0, 7) : key;
}

Result<std::vector<NightFile>> nights_of(const NightPaths& paths) {
  EEGATE_TRY(std::vector<std::string> recordings, recordings_of(paths.recordings));
  std::erase_if(recordings, [&](const std::string& path) {
    const bool is_named = std::ranges::find(paths.recordings, path) != paths.recordings.end();
    return !is_named && is_hypnogram_by_name(path);
  });
  if (!paths.hypnograms.empty() && paths.hypnograms.size() != recordings.size()) {
    return Error{.code = "NIGHT_HYPNOGRAM",
                 .message = "There are not as many hypnograms as recordings",
                 .field = "--hypnograms",
                 .found = std::to_string(paths.hypnograms.size()),
                 .expected = std::to_string(recordings.size()) + ", in the order of the recordings"};
  }
  std::vector<NightFile> nights;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    nights.push_back({recordings[i], paths.hypnograms.empty() ? hypnogram_beside(recordings[i]) : paths.hypnograms[i]});
  }
  return nights;
}

Result<> for_each_night(const std::vector<NightFile>& nights, const OneNight& one) {
  for (const NightFile& night : nights) {
    const Result<> done = open_night(night, one);
    if (done.ok()) continue;
    return in_file(done.error(), base_name(night.recording));
  }
  return {};
}

}  // namespace eegate::cli
