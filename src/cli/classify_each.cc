// eegate classify with several recordings: a file of results for each, in one folder.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/classified.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/classify/plan.h"
#include "session/classify/results.h"
#include "session/open/epoch_checks.h"

namespace eegate::cli {
namespace {

struct AllClassified {
  Table table;
  std::string json;  // objects, separated by commas
};

AllClassified table_for(const ClassifyOptions& options) {
  return {Table({{"recording"}, {"epochs", true}, {"no answer", true}, {"results"}}), options.json ? "[" : ""};
}

// "more/S001R02.edf" -> "results/more/S001R02.tsv"
std::string result_path(const ClassifyOptions& options, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(options.output) / name;
  return (path.parent_path() / (path.stem().string() + "." + options.format)).string();
}

// Of each recording where its results go. Two recordings of one name would be written to one file.
Result<std::map<std::string, std::string>> result_paths(const ClassifyOptions& options,
                                                        const std::vector<NamedRecording>& recordings) {
  std::map<std::string, std::string> paths;
  std::set<std::string> taken;
  for (const NamedRecording& recording : recordings) {
    const std::string path = result_path(options, recording.name);
    if (!taken.insert(path).second)
      return Error{.code = "IO_SAME_FILE",
                   .message = "Two recordings have the same name, and so would their results",
                   .place = recording.path,
                   .found = path,
                   .hint = "Classify them one after the other, into different folders."};
    paths[recording.path] = path;
  }
  return paths;
}

bool is_within(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  const auto whole = [&](const std::string& one) { return std::filesystem::weakly_canonical(one, ignored); };
  const auto relative = whole(path).lexically_relative(whole(folder));
  return !relative.empty() && *relative.begin() != "..";
}

// Results of an earlier run, in a folder below one that is given, may have the ending of recordings.
void leave_out_results(const ClassifyOptions& options, std::vector<NamedRecording>& recordings) {
  const auto is_result = [&](const std::string& path) { return is_within(path, options.output); };
  if (std::ranges::any_of(options.recordings, is_result)) return;
  std::erase_if(recordings, [&](const NamedRecording& one) { return is_result(one.path); });
}

Result<> make_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (!problem) return {};
  return Error{.code = "IO_WRITE", .message = "The folder cannot be made", .field = "--output", .found = folder};
}

Result<> classify_one(const std::string& recording, const std::string& path, const ClassifyOptions& options,
                      AllClassified& summary) {
  EEGATE_TRY(const Classified classified, classify_file(options.model, recording, options.recipe, options.override_fit,
                                                        kCalibrations.value_of(options.calibration)));
  const Plan& plan = classified.plan;
  EEGATE_TRY(const auto bytes, result_bytes(classified, *kResultFormats.find(options.format), options));
  EEGATE_CHECK(make_folder(std::filesystem::path(path).parent_path().string()));
  EEGATE_CHECK(write_file(path, bytes));
  const std::size_t n_unanswered = count_unanswered(classified.probabilities, plan.n_classes());
  summary.table.add({recording, std::to_string(plan.epochs().size()), std::to_string(n_unanswered), path});
  if (options.json) summary.json += (summary.json == "[" ? "\n" : ",\n") + results_json(plan, classified.probabilities);
  print_warnings(classified.all_warnings(), base_name(recording));
  return check_answered(classified);
}

}  // namespace

Result<> classify_each(const ClassifyOptions& options) {
  EEGATE_TRY(std::vector<NamedRecording> named, named_recordings_of(options.recordings));
  leave_out_results(options, named);
  EEGATE_TRY(const auto paths, result_paths(options, named));
  EEGATE_CHECK(make_folder(options.output));
  AllClassified summary = table_for(options);
  std::vector<std::string> recordings;
  for (const NamedRecording& one : named) recordings.push_back(one.path);
  const Result<> done = for_each_file(recordings, [&](const std::string& recording) {
    return classify_one(recording, paths.at(recording), options, summary);
  });
  options.json ? print_data(summary.json + "]\n") : print(summary.table.text());
  return done;
}

}  // namespace eegate::cli
