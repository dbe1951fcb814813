// eegate experiment: the runs of a plan, and their table.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/experiment_files.h"
#include "cli/experiment_report.h"
#include "cli/file_source.h"
#include "cli/interruption.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/run_workers.h"
#include "cli/train_commands.h"
#include "cli/writer.h"
#include "experiment/run.h"
#include "experiment/run_result.h"
#include "experiment/table.h"

namespace eegate::cli {
namespace {

struct ExperimentOptions {
  std::string plan, output, data, shard;
  std::size_t n_workers = 0;  // 0: one for each core
  bool dry_run = false, json = false;
  bool table = false;  // only the table of existing results, no runs
};

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
#else
  return static_cast<double>(usage.ru_maxrss) / (1 << 10);
#endif
}

Result<std::string> read_text_file(const std::string& path) {
  EEGATE_TRY(const auto bytes, read_file(path));
  return std::string(text_of_bytes(bytes));
}

// Everything that is known before a run starts.
struct Experiment {
  std::string plan_text;
  ExperimentPlan plan;
  std::vector<RecordingFile> files;
  OpenSource open;
  TrialTable table;
  std::vector<NamedSplit> splits;
  std::vector<RunPoint> points;
  Warnings warnings;
};

Result<Experiment> read_experiment(const ExperimentOptions& options) {
  Experiment all;
  EEGATE_TRY(all.plan_text, read_text_file(options.plan));
  auto plan = parse_plan(all.plan_text);
  if (!plan.ok()) {
    Error error = std::move(plan).error();
    error.place += (error.place.empty() ? "" : " of ") + base_name(options.plan);
    return error;
  }
  all.plan = std::move(plan).value();
  const std::string root = options.data.empty() ? folder_of(options.plan) : options.data;
  all.open = open_below(all.plan.is_arrays() ? root : "");  // paths of recordings begin with the folder
  if (!all.plan.is_arrays()) {
    EEGATE_TRY(all.files, find_recordings(std::get<PlanRecordings>(all.plan.data), root));
  }
  {
    ProgressBar bar("reading");
    EEGATE_TRY(all.table, plan_trials(all.plan, all.files, all.open, [&](double done) { bar.show(done); }));
  }
  if (const std::string_view warning = dataset_warning(all.plan); !warning.empty())
    all.warnings.push_back({"DATASET_BLOCK_DESIGN", std::string(warning)});
  EEGATE_TRY(all.splits, make_splits(all.plan.splits, all.table, all.warnings));
  EEGATE_TRY(all.points, make_points(all.plan, all.table, all.splits));
  return all;
}

std::vector<RunState> read_states(const std::vector<RunPoint>& points, const ExperimentFolder& folder) {
  std::vector<RunState> states;
  for (const RunPoint& point : points) {
    RunState state{.point = point};
    if (const auto text = text_if_there(folder.run(point.id))) {
      // A damaged file is no result: the run is done again.
      if (auto record = read_run_record(*text, point.id); record.ok()) state.record = std::move(record).value();
    }
    if (const auto text = state.record ? std::nullopt : text_if_there(folder.error(point.id)))
      state.error = read_run_error(*text);
    states.push_back(std::move(state));
  }
  return states;
}

// Everything that a run does to its files, in its process.
class Runner {
 public:
  Runner(const Experiment& all, const ExperimentFolder& folder) : all_(all), folder_(folder) {}

  RunOutcome run(const RunPoint& point, const TrialData& data, const std::function<bool(double)>& go_on) const {
    double done = 0;
    RunHooks hooks;
    hooks.progress = [&](double now) { done = now; };
    hooks.interrupted = [&] { return !go_on(done); };
    hooks.save = [&](const std::vector<std::byte>& state) {
      return write_file(folder_.saved(point.id), state, Before::kIsOwn);
    };
    hooks.peak_mib = peak_mib;
    if (auto saved = read_file(folder_.saved(point.id)); saved.ok()) hooks.saved = std::move(saved).value();
    const NamedSplit& split = all_.splits[point.split];
    const Result<> outcome = finish(point, run_without_throwing({all_.plan, all_.table, data, split, point}, hooks));
    if (outcome.ok()) return RunOutcome::kDone;
    if (outcome.error().code == kRunInterrupted) return RunOutcome::kInterrupted;
    fail(point, outcome.error());
    return RunOutcome::kFailed;
  }

  void fail(const RunPoint& point, const Error& error) const {
    const Result<> written = write_text_file(
        folder_.error(point.id), error_json(all_.plan, point, all_.splits[point.split], error), Before::kIsOwn);
    if (!written.ok()) print_error(written.error());
  }

 private:
  static Result<std::string> run_without_throwing(const RunContext& context, const RunHooks& hooks) {
    try {
      return run_point(context, hooks);
    } catch (const std::bad_alloc&) {
      return Error{.code = "OUT_OF_MEMORY",
                   .message = "There is not enough memory for this run",
                   .hint = "Fewer workers need less."};
    }
  }

  Result<> finish(const RunPoint& point, const Result<std::string>& text) const {
    if (!text.ok()) return text.error();
    EEGATE_CHECK(write_text_file(folder_.run(point.id), *text, Before::kIsOwn));
    remove_if_there(folder_.error(point.id));
    remove_if_there(folder_.saved(point.id));
    return {};
  }

  const Experiment& all_;
  const ExperimentFolder& folder_;
};

bool same_variant(const RunPoint& a, const RunPoint& b) { return a.band == b.band && a.electrodes == b.electrodes; }

// Points of one band and one choice of electrodes, one after the other: their samples are in memory together.
Result<> run_variant(const Experiment& all, const std::vector<RunPoint>& points, const ExperimentFolder& folder,
                     std::size_t n_workers, const Interruption& interruption,
                     const std::function<void(double)>& progress) {
  const Variant variant{points.front().band, points.front().electrodes};
  TrialData data;
  {
    ProgressBar bar("preparing");
    EEGATE_TRY(data,
               load_trials(all.plan, all.table, variant, all.files, all.open, [&](double done) { bar.show(done); }));
  }
  const Runner runner(all, folder);
  std::vector<std::size_t> indices(points.size());
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
  RunWork work;
  work.progress = progress;
  work.work = [&](std::size_t i, const std::function<bool(double)>& go_on) {
    return runner.run(points[i], data, go_on);
  };
  work.ended = [&](std::size_t i, RunOutcome outcome, const std::string& how) {
    if (outcome != RunOutcome::kLost || interruption.asked()) return;
    runner.fail(points[i], {.code = "RUN_LOST",
                            .message = "The process of the run ended by itself",
                            .found = how,
                            .expected = "a result",
                            .hint = "Often there was not enough memory: try fewer workers."});
  };
  return run_in_processes(indices, n_workers, work, interruption);
}

// The runs of this share that have no result yet.
Result<> run_all(const Experiment& all, const std::vector<RunPoint>& points, const ExperimentFolder& folder,
                 std::size_t n_workers, const Interruption& interruption) {
  ProgressBar bar("experiment");
  for (std::size_t first = 0; first < points.size() && !interruption.asked();) {
    std::vector<RunPoint> part;
    for (std::size_t i = first; i < points.size() && same_variant(points[first], points[i]); ++i)
      part.push_back(points[i]);
    const auto progress = [&](double n) {
      bar.show((static_cast<double>(first) + n) / static_cast<double>(points.size()));
    };
    EEGATE_CHECK(run_variant(all, part, folder, n_workers, interruption, progress));
    first += part.size();
  }
  return {};
}

Result<> write_outputs(const TableInput& input, const ExperimentFolder& folder) {
  Outputs outputs;
  EEGATE_CHECK(outputs.add(folder.file("table.md"), table_markdown(input)));
  EEGATE_CHECK(outputs.add(folder.file("table.csv"), table_csv(input)));
  EEGATE_CHECK(outputs.add(folder.file("runs.csv"), runs_csv(input)));
  return outputs.finish();
}

// Shards are separate processes. Only the last one to end writes the table, because an earlier one would be incomplete.
bool is_last(const std::vector<RunState>& states) {
  return std::ranges::all_of(states, [](const RunState& s) { return s.record || !s.error.empty(); });
}

// A line for each run of this share that failed.
Result<> print_failures(const std::vector<RunPoint>& share, const std::vector<RunState>& states, RunShard shard) {
  std::size_t n_failed = 0;
  for (const RunPoint& point : share) {
    const RunState* state = &states[shard.i - 1 + static_cast<std::size_t>(&point - share.data()) * shard.n];
    if (state->record || state->error.empty()) continue;
    ++n_failed;
    print_error({.code = "RUN_FAILED", .message = point.id + ": " + state->error});
  }
  if (n_failed == 0) return {};
  return Error{.code = "EXPERIMENT_FAILED_RUNS",
               .message = "Runs of the experiment failed",
               .found = std::to_string(n_failed) + " of " + std::to_string(share.size()),
               .expected = "none",
               .hint = "The same command tries them again."};
}

// Runs that would fail, as far as that can be said without training: their errors, and how many have each.
class RunCheck {
 public:
  explicit RunCheck(const Experiment& all) : all_(all) {}

  void add(const RunPoint& point) {
    const std::optional<Error>& problem = problem_of(point);
    if (!problem) return;
    ++n_failed_;
    const std::string text =
        all_.plan.models[point.model].name + std::string(problem->code) + problem->message + problem->found;
    ++failures_.try_emplace(text, Failure{*problem, point.id}).first->second.n;
  }

  Result<> report(std::size_t n_runs) const {
    for (const auto& [text, failure] : failures_) {
      Error error = failure.error;
      error.place += error.place.empty() ? "" : " of ";
      error.place += std::to_string(failure.n) + " runs, the first: " + failure.first;
      print_error(error);
    }
    if (n_failed_ == 0) return {};
    return Error{.code = "EXPERIMENT_FAILED_RUNS",
                 .message = "Runs of the experiment would fail",
                 .found = std::to_string(n_failed_) + " of " + std::to_string(n_runs),
                 .expected = "none"};
  }

 private:
  struct Failure {
    Error error;
    std::string first;
    std::size_t n = 0;
  };

  // Seeds change nothing in it.
  const std::optional<Error>& problem_of(const RunPoint& point) {
    const std::array key = {point.band, point.electrodes, point.window, point.split, point.model};
    const auto known = problems_.find(key);
    if (known != problems_.end()) return known->second;
    const Result<> checked = check(point);
    return problems_.emplace(key, checked.ok() ? std::nullopt : std::optional<Error>(checked.error())).first->second;
  }

  Result<> check(const RunPoint& point) {
    const std::array key = {point.band, point.electrodes};
    auto data = data_.find(key);
    if (data == data_.end())
      data = data_.emplace(key, describe_trials(all_.plan, all_.table, {key[0], key[1]}, all_.files, all_.open)).first;
    if (!data->second.ok()) return data->second.error();
    return check_point({all_.plan, all_.table, *data->second, all_.splits[point.split], point});
  }

  const Experiment& all_;
  std::map<std::array<std::size_t, 2>, Result<TrialData>> data_;
  std::map<std::array<std::size_t, 5>, std::optional<Error>> problems_;
  std::map<std::string, Failure> failures_;
  std::size_t n_failed_ = 0;
};

Result<> check_runs(const Experiment& all, const std::vector<RunPoint>& share) {
  RunCheck check(all);
  for (const RunPoint& point : share) check.add(point);
  return check.report(share.size());
}

Error interrupted(const std::string& output) {
  return {.code = kTrainInterrupted,
          .message = "The experiment was interrupted; what it has reached is in " + eegate::quoted(output, 200),
          .hint = "The same command goes on from here."};
}

// Errors: those of the plan and the data, before anything is run; EXPERIMENT_FAILED_RUNS, after a line for each;
// TRAIN_INTERRUPTED after Ctrl-C. The table is written in either case; by a shard only when it is the last to end.
Result<> experiment(const ExperimentOptions& options) {
  RunShard shard;
  if (!options.shard.empty()) {
    EEGATE_TRY(shard, read_shard(options.shard));
  }
  EEGATE_TRY(const Experiment all, read_experiment(options));
  const ExperimentFolder folder(options.output);
  const std::vector<RunPoint> share = points_of_shard(all.points, shard);
  const auto report = [&](const std::vector<RunState>& states) {
    const Summary summary = summarise(all.plan, all.splits, states);
    const TableInput input{all.plan, all.table, all.splits, states, summary};
    if (options.json) return print_data(json_report(input, share, all.warnings));
    print(cli::text_report(input, share, options.dry_run));
  };
  print_some_warnings(all.warnings, all.table.warnings);
  std::vector<RunState> states = read_states(all.points, folder);
  if (options.dry_run) return report(states), check_runs(all, share);
  EEGATE_CHECK(folder.create());
  EEGATE_CHECK(write_text_file(folder.file("plan.json"), all.plan_text, Before::kIsOwn));
  EEGATE_CHECK(write_text_file(folder.file("trials.tsv"), trials_tsv(all.table)));
  std::vector<RunPoint> to_do;
  for (const RunPoint& point : share) {
    if (options.table) break;
    if (!states[shard.i - 1 + static_cast<std::size_t>(&point - share.data()) * shard.n].record) to_do.push_back(point);
  }
  const Interruption interruption;
  const std::size_t n_workers =
      options.n_workers > 0 ? options.n_workers : std::max(1U, std::thread::hardware_concurrency());
  if (!to_do.empty()) EEGATE_CHECK(run_all(all, to_do, folder, n_workers, interruption));
  states = read_states(all.points, folder);
  const Summary summary = summarise(all.plan, all.splits, states);
  if (options.shard.empty() || options.table || is_last(states))
    EEGATE_CHECK(write_outputs({all.plan, all.table, all.splits, states, summary}, folder));
  report(states);
  if (interruption.asked()) return interrupted(options.output);
  return print_failures(share, states, shard);
}

}  // namespace

void add_experiment(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ExperimentOptions>();
  CLI::App* sub =
      add_command(app, chosen, "experiment", "Models x splits of a plan, and their table", options, &experiment);
  sub->add_option("plan", options->plan, "JSON file, see docs/EXPERIMENTS.md")->required();
  sub->add_option("-o,--output", options->output, "folder for runs and table; what is there is not run again")
      ->required();
  sub->add_option("--data", options->data, "folder that the plan's files are relative to (default: the plan's)");
  sub->add_option("--workers", options->n_workers,
                  "runs at once (default: one for each core); the results do not depend on it")
      ->check(positive_number());
  sub->add_option("--shard", options->shard, "i/n: only every n-th run from the i-th on");
  sub->add_flag("--table", options->table, "run nothing: the table of the runs that are there");
  sub->add_flag("--dry-run", options->dry_run, "print what would be run and what of it would fail, and write nothing");
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

}  // namespace eegate::cli
