// eegate bids: the BIDS-App convention. Level participant: a record, and results, for each recording. Level group: the
// table of all.
#include "session/exchange/bids.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cli/bids_dataset.h"
#include "cli/classified.h"
#include "cli/commands.h"
#include "cli/experiment_files.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "experiment/points.h"
#include "session/classify/results.h"
#include "session/open/epoch_checks.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

// Paths and labels after the BIDS-App convention.
struct BidsOptions {
  std::string folder, output, level;  // participant or group
  std::vector<std::string> participants, sessions, tasks;
  std::string model, recipe, shard;
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};

namespace fs = std::filesystem;

struct BidsJob {
  const BidsOptions& options;
  BidsSettings settings;
  ClassifyWith with;
};

struct BidsSummary {
  Table table{{{"recording"}, {"state"}, {"record"}}};
  JsonOut json{Keys::kSnake, true};
  void add(const BidsDatasetRecording& recording, std::string_view state, const std::string& record) {
    table.add({recording.source, std::string(state), record});
    json.begin_object().member("source", recording.source).member("state", state);
    json.member("record", record).end_object();
  }
};

BidsChoice choice_of(const BidsOptions& options) {
  return {.participants = options.participants, .sessions = options.sessions, .tasks = options.tasks};
}

Result<> read_model(BidsJob& job) {
  const BidsOptions& options = job.options;
  job.settings.calibration = options.calibration;
  job.settings.overridden = options.override_fit;
  job.with.override_fit = options.override_fit;
  job.with.calibration = kCalibrations.value_of(options.calibration);
  if (!options.recipe.empty()) {
    EEGATE_TRY(job.with.recipe, read_recipe_file(options.recipe));
    job.settings.recipe_hash = recipe_hash(*job.with.recipe);
  }
  if (options.model.empty()) return {};
  EEGATE_TRY(OpenModel model, open_model_file(options.model));
  job.settings.model = model.file_name;
  job.settings.model_sha256 = model.sha256;
  job.with.model = std::make_shared<OpenModel>(std::move(model));
  return {};
}

// The record of an earlier run, if it is that of these files and settings and its results exist. Without a model, any
// settings do: the record says the same of the recording, and more.
std::optional<BidsRecord> finished_record(const BidsJob& job, const BidsDatasetRecording& recording,
                                          const std::string& files_hash) {
  const auto text = text_if_there(record_path(job.options.output, recording));
  std::optional<BidsRecord> record = text ? parse_bids_record(*text) : std::nullopt;
  if (!record || record->source != recording.source || record->files_hash != files_hash) return std::nullopt;
  if (job.with.model && record->settings != job.settings) return std::nullopt;
  std::error_code ignored;
  const bool has_events = !record->n_epochs || fs::exists(events_path(job.options.output, recording), ignored);
  return has_events ? record : std::nullopt;
}

// Of earlier files or settings: they would count as done. Returns whether there were results of a model.
bool remove_results(const BidsJob& job, const BidsDatasetRecording& recording) {
  std::error_code ignored;
  fs::remove(record_path(job.options.output, recording), ignored);
  return fs::remove(events_path(job.options.output, recording), ignored);
}

Result<> make_folder_of(const std::string& path) {
  std::error_code problem;
  fs::create_directories(fs::path(path).parent_path(), problem);
  if (!problem) return {};
  return Error{.code = "IO_WRITE",
               .message = "The folder cannot be made: " + problem.message(),
               .found = quoted(fs::path(path).parent_path().string(), 200)};
}

// All results are moved into place together, the record last: if the record exists, so do all results.
Result<> write_one(const BidsJob& job, const BidsDatasetRecording& recording, BidsRecord record,
                   const std::string& files_hash, const Classified* classified) {
  record.settings = job.settings;
  record.source = recording.source;
  record.files_hash = files_hash;
  const std::string path = record_path(job.options.output, recording);
  EEGATE_CHECK(make_folder_of(path));
  Outputs outputs;
  if (classified != nullptr) {
    add_results(record, classified->plan, classified->probabilities);
    EEGATE_CHECK(outputs.add(events_path(job.options.output, recording),
                             results_bids_events(classified->plan, classified->probabilities), Before::kIsOwn));
  }
  EEGATE_CHECK(outputs.add(path, bids_record_json(record), Before::kIsOwn));  // it was read, but is no input
  EEGATE_CHECK(outputs.finish());
  std::error_code ignored;
  fs::remove(failure_path(job.options.output, recording), ignored);
  return {};
}

Result<> do_one(const BidsJob& job, const BidsDatasetRecording& recording, const std::string& files_hash) {
  if (!job.with.model) {
    EEGATE_TRY(OpenRecording open, open_recording_file(recording.path));
    EEGATE_CHECK(read_all_annotations(open.recording));
    const bool had_results = remove_results(job, recording);
    EEGATE_CHECK(write_one(job, recording, bids_record(open), files_hash, nullptr));
    if (had_results)
      print_warnings({{.code = "BIDS_SETTINGS",
                       .message = "The results of a model are removed: they are of earlier files or another version"}},
                     recording.source);
    print_warnings(open.recording.warnings(), recording.source);
    return {};
  }
  EEGATE_TRY(const Classified classified, classify_recording(recording.path, job.with));
  EEGATE_CHECK(read_all_annotations(classified.recording->recording));
  EEGATE_CHECK(write_one(job, recording, bids_record(*classified.recording), files_hash, &classified));
  print_warnings(classified.all_warnings(), recording.source);
  return check_answered(classified);
}

// The files that describe the folder of results are written once, by the first process.
Result<> describe_output(const BidsOptions& options) {
  const std::string source = (fs::path(options.folder) / "dataset_description.json").string();
  EEGATE_TRY(const auto bytes, read_file(source));
  Result<std::string> name = bids_dataset_name(text_of_bytes(bytes));
  if (!name.ok()) {
    Error error = name.error();
    error.field = source;
    error.hint = "Correct the file: it must be a JSON object with Name and BIDSVersion.";
    return error;
  }
  const std::string path = (fs::path(options.output) / "dataset_description.json").string();
  std::error_code ignored;
  if (fs::exists(path, ignored)) return {};
  EEGATE_CHECK(make_folder_of(path));
  return write_text_file(path, bids_description_json(*name));
}

// For the table of all. The error itself is told, even if this file cannot be written.
void write_failure(const BidsJob& job, const BidsDatasetRecording& recording, const Error& error) {
  const std::string path = failure_path(job.options.output, recording);
  if (make_folder_of(path).ok())
    static_cast<void>(write_text_file(path, bids_failure_json(recording.source, error), Before::kIsOwn));
}

bool is_written(const Result<>& outcome) { return outcome.ok() || outcome.error().code == "RESULT_NO_ANSWER"; }

// What is there already has the same outcome as when it was made.
Result<> do_or_keep(const BidsJob& job, const BidsDatasetRecording& recording, BidsSummary& summary) {
  const std::string path = record_path(job.options.output, recording);
  const std::string files_hash = hash_of_files(recording);
  if (const auto record = finished_record(job, recording, files_hash)) {
    summary.add(recording, "there already", path);
    if (!job.with.model || record->n_unanswered == 0) return {};
    return no_answer_error(record->n_unanswered, record->n_epochs.value_or(0));
  }
  Result<> outcome = check_downloaded(recording);
  if (outcome.ok()) {
    outcome = do_one(job, recording, files_hash);
    if (!is_written(outcome)) remove_results(job, recording);
  }
  if (!is_written(outcome)) write_failure(job, recording, outcome.error());
  summary.add(recording, is_written(outcome) ? "done" : "failed", is_written(outcome) ? path : "");
  return outcome;
}

Result<> participant_level(const BidsOptions& options) {
  BidsJob job{.options = options, .settings = {}, .with = {}};
  RunShard shard;
  if (!options.shard.empty()) {
    EEGATE_TRY(shard, read_shard(options.shard));
  }
  EEGATE_TRY(const BidsDataset dataset, recordings_of_dataset(options.folder, choice_of(options)));
  EEGATE_CHECK(read_model(job));
  EEGATE_CHECK(describe_output(options));
  BidsSummary summary;
  summary.json.begin_object().key("recordings").begin_array();
  std::vector<std::string> paths;
  std::vector<const BidsDatasetRecording*> own;
  for (std::size_t i = shard.i - 1; i < dataset.recordings.size(); i += shard.n) {
    own.push_back(&dataset.recordings[i]);
    paths.push_back(own.back()->path);
  }
  std::size_t next = 0;
  const Result<> done =
      for_each_file(paths, [&](const std::string&) { return do_or_keep(job, *own[next++], summary); });
  summary.json.end_array().strings("left_out", dataset.left_out).end_object();
  options.json ? print_data(summary.json.take() + "\n") : print(summary.table.text());
  print_warnings(dataset.warnings());
  return done;
}

Result<BidsParticipants> read_participants(const std::string& folder, Warnings& warnings) {
  const auto text = text_if_there((fs::path(folder) / "participants.tsv").string());
  if (!text) return BidsParticipants{};
  return parse_bids_participants(*text, warnings);
}

// Results of several models or recipes in one table would be compared by mistake. `first`: of a model that was named.
void warn_of_settings(const std::vector<BidsRow>& rows, const BidsSettings* first, Warnings& warnings) {
  for (const BidsRow& row : rows) {
    if (!row.record) continue;
    if (first == nullptr) first = &row.record->settings;
    if (row.record->settings == *first) continue;
    warnings.push_back({.code = "BIDS_SETTINGS",
                        .message = "Results were made with different models, recipes or options: " + row.source});
    return;
  }
}

// Of recordings that were removed or renamed: whoever reads the folder would count them.
void warn_of_records(const BidsOptions& options, Warnings& warnings) {
  const auto all = recordings_of_dataset(options.folder, {});
  if (!all.ok()) return;
  const std::vector<std::string> left = records_without_recording(options.output, *all);
  if (!left.empty())
    warnings.push_back(
        {.code = "BIDS_NO_RECORDING",
         .message = "The folder of results has records of recordings that are not in the data set: " + some_of(left)});
}

Result<> group_level(const BidsOptions& options) {
  EEGATE_TRY(const BidsDataset dataset, recordings_of_dataset(options.folder, choice_of(options)));
  std::vector<BidsRow> rows;
  std::size_t n_missing = 0, n_failed = 0;
  for (const BidsDatasetRecording& recording : dataset.recordings) {
    const auto text = text_if_there(record_path(options.output, recording));
    rows.push_back({recording.name, recording.source, text ? parse_bids_record(*text) : std::nullopt});
    if (rows.back().record) continue;
    const auto failure = text_if_there(failure_path(options.output, recording));
    rows.back().failure = failure ? parse_bids_failure(*failure) : "";
    ++n_missing;
    n_failed += rows.back().failure.empty() ? 0 : 1;
  }
  Warnings warnings = dataset.warnings();
  warn_of_records(options, warnings);
  EEGATE_TRY(const BidsParticipants participants, read_participants(options.folder, warnings));
  warn_of_participants(rows, participants, warnings);
  BidsJob named{.options = options, .settings = {}, .with = {}};
  EEGATE_CHECK(read_model(named));
  warn_of_settings(rows, options.model.empty() ? nullptr : &named.settings, warnings);
  const std::string path = (fs::path(options.output) / "group_eegate.tsv").string();
  EEGATE_CHECK(describe_output(options));
  EEGATE_CHECK(write_text_file(path, bids_group_tsv(rows, participants)));
  const std::string left_out =
      dataset.left_out.empty() ? "" : "; " + std::to_string(dataset.left_out.size()) + " left out by their names";
  options.json ? print_data(bids_group_json(rows, dataset.left_out))
               : print(path + ": " + std::to_string(rows.size() - n_missing) + " of " + std::to_string(rows.size()) +
                       " recordings" + left_out + "\n");
  print_warnings(warnings);
  if (n_missing == 0) return {};
  return Error{.code = "BIDS_INCOMPLETE",
               .message = "Recordings have no result; they are \"missing\" or \"failed\" in the table",
               .found = std::to_string(n_missing) + " of " + std::to_string(rows.size()) +
                        (n_failed > 0 ? ", of which " + std::to_string(n_failed) + " failed" : ""),
               .hint = "Run the level participant again: it does what is not done, and names what fails."};
}

Result<> bids(const BidsOptions& options) {
  EEGATE_CHECK(check_output_folder(options.folder, options.output));
  return options.level == "group" ? group_level(options) : participant_level(options);
}

}  // namespace

void add_bids(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<BidsOptions>();
  CLI::App* sub =
      add_command(app, chosen, "bids", "A BIDS data set, recording by recording, and a table of all", options, &bids);
  sub->add_option("bids_dir", options->folder, "the data set: the folder of dataset_description.json")->required();
  sub->add_option("output_dir", options->output, "the folder for results")->required();
  sub->add_option("analysis_level", options->level,
                  "participant: a record of each recording, and results by --model; group: the table of all")
      ->required()
      ->check(CLI::IsMember({"participant", "group"}));
  sub->add_option("--participant-label,--participant_label", options->participants,
                  "of these participants alone, with or without sub-");
  sub->add_option("--session-label,--session_label", options->sessions, "of these sessions alone");
  sub->add_option("--task-label,--task_label", options->tasks, "of these tasks alone");
  CLI::Option* model =
      sub->add_option("--model", options->model,
                      "model file that classifies every recording; of group: a warning if the results are of another");
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model")->needs(model);
  sub->add_flag("--override", options->override_fit, "as classify does")->needs(model);
  add_calibration(*sub, options->calibration, "median or recentre, as classify does", {"none", "median", "recentre"});
  sub->get_option("--calibrate")->needs(model);
  sub->add_option("--shard", options->shard, "i/n: only every n-th recording from the i-th on");
  sub->add_flag("--json", options->json, "JSON instead of a table");
  sub->parse_complete_callback([sub, options] {
    if (options->level == "group" && sub->count("--shard") > 0) throw CLI::ExcludesError("group", "--shard");
  });
}

}  // namespace eegate::cli
