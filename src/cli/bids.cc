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
#include "cli/experiment_files.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/recordings.h"
#include "cli/writer.h"
#include "experiment/points.h"
#include "session/classify/results.h"
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
  std::vector<BidsDatasetRecording> recordings;
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

// When the recording, its other files, or the sidecar files of the data set that apply to it changed last.
fs::file_time_type last_change(const BidsDatasetRecording& recording, std::error_code& problem) {
  fs::file_time_type last = fs::last_write_time(recording.path, problem);
  const std::string file_name = fs::path(recording.path).filename().string();
  fs::path folder = fs::path(recording.path).parent_path();
  const auto n_folders = std::ranges::count(recording.source, '/') + 1;  // up to that of the data set
  for (std::ptrdiff_t i = 0; i < n_folders && !problem; ++i, folder = folder.parent_path()) {
    for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, problem)) {
      std::error_code gone;  // a link to a file that is not there is not read, either
      if (!entry.is_regular_file(gone) || !is_read_with(entry.path().filename().string(), file_name)) continue;
      const auto time = entry.last_write_time(gone);
      if (!gone) last = std::max(last, time);
    }
  }
  return last;
}

// Whether the recording was processed before: its record has the same settings and source, is not older than what was
// read for it, and its results exist.
bool is_done(const BidsJob& job, const BidsDatasetRecording& recording) {
  const auto text = text_if_there(record_path(job.options.output, recording));
  const auto record = text ? parse_bids_record(*text) : std::nullopt;
  if (!record || record->settings != job.settings || record->source != recording.source) return false;
  std::error_code problem;
  const bool has_events = !job.with.model || fs::exists(events_path(job.options.output, recording), problem);
  return has_events &&
         last_change(recording, problem) <= fs::last_write_time(record_path(job.options.output, recording), problem) &&
         !problem;
}

Result<> make_folder_of(const std::string& path) {
  std::error_code problem;
  fs::create_directories(fs::path(path).parent_path(), problem);
  if (!problem) return {};
  return Error{.code = "IO_WRITE", .message = "The folder cannot be made", .found = quoted(path, 200)};
}

// Replaces a file of an earlier run. It was read, but it is not an input that must not be overwritten.
Result<> add_own(Outputs& outputs, const std::string& path, const std::string& text) {
  return outputs.add(path, std::as_bytes(std::span(text.data(), text.size())), Before::kIsOwn);
}

// All results are moved into place together, the record last: if the record exists, so do all results.
Result<> write_one(const BidsJob& job, const BidsDatasetRecording& recording, BidsRecord record,
                   const Classified* classified) {
  record.settings = job.settings;
  record.source = recording.source;
  const std::string path = record_path(job.options.output, recording);
  EEGATE_CHECK(make_folder_of(path));
  Outputs outputs;
  if (classified != nullptr) {
    add_results(record, classified->plan, classified->probabilities);
    EEGATE_CHECK(add_own(outputs, events_path(job.options.output, recording),
                         results_bids_events(classified->plan, classified->probabilities)));
  }
  EEGATE_CHECK(add_own(outputs, path, bids_record_json(record)));
  EEGATE_CHECK(outputs.finish());
  if (classified != nullptr) return {};
  std::error_code ignored;  // of an earlier run with a model: the record says that there are no results
  fs::remove(events_path(job.options.output, recording), ignored);
  return {};
}

Result<> do_one(const BidsJob& job, const BidsDatasetRecording& recording) {
  EEGATE_CHECK(check_downloaded(recording));
  if (!job.with.model) {
    EEGATE_TRY(OpenRecording open, open_recording_file(recording.path));
    EEGATE_CHECK(read_all_annotations(open.recording));
    EEGATE_CHECK(write_one(job, recording, bids_record(open), nullptr));
    print_warnings(open.recording.warnings(), recording.source);
    return {};
  }
  EEGATE_TRY(const Classified classified, classify_recording(recording.path, job.with));
  EEGATE_CHECK(read_all_annotations(classified.recording->recording));
  EEGATE_CHECK(write_one(job, recording, bids_record(*classified.recording), &classified));
  print_warnings(classified.all_warnings(), recording.source);
  return check_answered(classified);
}

// The files that describe the folder of results are written once, by the first process.
Result<> describe_output(const BidsOptions& options) {
  EEGATE_TRY(const auto bytes, read_file((fs::path(options.folder) / "dataset_description.json").string()));
  EEGATE_TRY(const std::string name, bids_dataset_name(text_of_bytes(bytes)));
  const std::string path = (fs::path(options.output) / "dataset_description.json").string();
  std::error_code ignored;
  if (fs::exists(path, ignored)) return {};
  EEGATE_CHECK(make_folder_of(path));
  return write_text_file(path, bids_description_json(name));
}

Result<> participant_level(const BidsOptions& options) {
  BidsJob job{.options = options, .settings = {}, .recordings = {}, .with = {}};
  RunShard shard;
  if (!options.shard.empty()) {
    EEGATE_TRY(shard, read_shard(options.shard));
  }
  EEGATE_TRY(job.recordings, recordings_of_dataset(options.folder, choice_of(options)));
  EEGATE_CHECK(read_model(job));
  EEGATE_CHECK(describe_output(options));
  BidsSummary summary;
  summary.json.begin_object().key("recordings").begin_array();
  std::vector<std::string> paths;
  std::vector<const BidsDatasetRecording*> own;
  for (std::size_t i = shard.i - 1; i < job.recordings.size(); i += shard.n) {
    own.push_back(&job.recordings[i]);
    paths.push_back(own.back()->path);
  }
  std::size_t next = 0;
  const Result<> done = for_each_file(paths, [&](const std::string&) -> Result<> {
    const BidsDatasetRecording& recording = *own[next++];
    const std::string path = record_path(options.output, recording);
    if (is_done(job, recording)) return summary.add(recording, "there already", path), Result<>();
    const Result<> outcome = do_one(job, recording);
    const bool is_written = outcome.ok() || outcome.error().code == "RESULT_NO_ANSWER";
    summary.add(recording, is_written ? "done" : "failed", is_written ? path : "");
    return outcome;
  });
  options.json ? print_data(summary.json.end_array().end_object().take() + "\n") : print(summary.table.text());
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

Result<> group_level(const BidsOptions& options) {
  EEGATE_TRY(const auto recordings, recordings_of_dataset(options.folder, choice_of(options)));
  std::vector<BidsRow> rows;
  std::size_t n_missing = 0;
  for (const BidsDatasetRecording& recording : recordings) {
    const auto text = text_if_there(record_path(options.output, recording));
    rows.push_back({recording.name, recording.source, text ? parse_bids_record(*text) : std::nullopt});
    n_missing += rows.back().record ? 0 : 1;
  }
  Warnings warnings;
  EEGATE_TRY(const BidsParticipants participants, read_participants(options.folder, warnings));
  BidsJob named{.options = options, .settings = {}, .recordings = {}, .with = {}};
  EEGATE_CHECK(read_model(named));
  warn_of_settings(rows, options.model.empty() ? nullptr : &named.settings, warnings);
  const std::string path = (fs::path(options.output) / "group_eegate.tsv").string();
  EEGATE_CHECK(describe_output(options));
  EEGATE_CHECK(write_text_file(path, bids_group_tsv(rows, participants)));
  options.json ? print_data(bids_group_json(rows))
               : print(path + ": " + std::to_string(rows.size() - n_missing) + " of " + std::to_string(rows.size()) +
                       " recordings\n");
  print_warnings(warnings);
  if (n_missing == 0) return {};
  return Error{.code = "BIDS_INCOMPLETE",
               .message = "Recordings have no result yet; they are \"missing\" in the table",
               .found = std::to_string(n_missing) + " of " + std::to_string(rows.size()),
               .hint = "Run the level participant again: it does what is not done."};
}

Result<> bids(const BidsOptions& options) {
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
  sub->add_option("--shard", options->shard, "i/n: only every n-th recording from the i-th on");
  sub->add_flag("--json", options->json, "JSON instead of a table");
  sub->parse_complete_callback([sub, options] {
    if (options->level == "group" && sub->count("--shard") > 0) throw CLI::ExcludesError("group", "--shard");
  });
}

}  // namespace eegate::cli
