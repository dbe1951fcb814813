#include "cli/experiment_report.h"

#include <algorithm>
#include <unordered_set>

#include "cli/output.h"
#include "experiment/table_text.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

constexpr std::size_t kSomeWarnings = 3;

std::string_view state_word(const RunState& state) {
  if (state.record) return "done";
  return state.error.empty() ? "to do" : "failed";
}

std::string counts_text(const TableInput& input) {
  const TrialTable& table = input.table;
  std::vector<std::size_t> counts(table.classes.size());
  for (const Trial& trial : table.trials) ++counts[static_cast<std::size_t>(trial.label)];
  std::string text = std::to_string(table.subjects().size()) + " subjects, " + std::to_string(table.trials.size()) +
                     " trials of " + std::to_string(table.ch_names.size()) + " channels x " +
                     std::to_string(table.n_times) + " samples:";
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += (i > 0 ? ", " : " ") + table.classes[i] + " " + std::to_string(counts[i]);
  text += "\n";
  for (const LeftOutItem& item : table.left_out)
    text +=
        "left out: " + item.what + ", " + item.reason + (item.n > 1 ? " (" + std::to_string(item.n) + ")" : "") + "\n";
  return text;
}

std::string results_text(const TableInput& input) {
  Table table({{"model"},
               {"band"},
               {"electrodes"},
               {"window"},
               {"accuracy", true},
               {"SD", true},
               {"n", true},
               {"difference", true},
               {"95 % interval", true},
               {"chance", true},
               {"runs", true}});
  for (const SummaryRow& row : input.summary.rows) {
    const bool done = row.n_runs > 0, spread = row.accuracy.n > 1;
    std::vector<std::string> cells = {input.plan.models[row.model].name, input.plan.bands[row.band].name,
                                      input.plan.electrodes[row.electrodes].name, input.plan.windows[row.window].name};
    cells.push_back(done ? percent(row.accuracy.mean) : "-");
    cells.push_back(spread ? percent(row.accuracy.sample_sd) : "-");
    cells.push_back(std::to_string(row.accuracy.n));
    cells.push_back(row.difference ? points(row.difference->mean) : "-");
    cells.push_back(row.difference && row.difference->n > 1
                        ? points(row.difference->low) + " to " + points(row.difference->high)
                        : "-");
    cells.push_back(done ? percent(row.chance.mean) : "-");
    cells.push_back(std::to_string(row.n_runs) + "/" + std::to_string(row.n_wanted));
    table.add(std::move(cells));
  }
  return table.text();
}

// A plan may have a hundred thousand runs: looking each of them up in a list would take hours.
std::unordered_set<std::string_view> ids_of(const std::vector<RunPoint>& share) {
  std::unordered_set<std::string_view> ids;
  for (const RunPoint& point : share) ids.insert(point.id);
  return ids;
}

}  // namespace

std::string text_report(const TableInput& input, const std::vector<RunPoint>& share, bool list_runs) {
  std::string text = input.plan.name + "\n" + counts_text(input);
  const auto n_done = std::ranges::count_if(input.runs, [](const RunState& run) { return run.record.has_value(); });
  text += std::to_string(input.splits.size()) + " splits, " + std::to_string(input.runs.size()) + " runs, " +
          std::to_string(n_done) + " done\n";
  if (!list_runs) return text + "\n" + results_text(input);
  const auto ids = ids_of(share);
  for (const RunState& run : input.runs) {
    if (ids.contains(run.point.id)) text += std::string(state_word(run)) + "  " + run.point.id + "\n";
  }
  return text;
}

std::string json_report(const TableInput& input, const std::vector<RunPoint>& share, const Warnings& warnings) {
  JsonOut json(Keys::kSnake);
  const auto count_of = [&](std::string_view word) {
    return static_cast<std::size_t>(
        std::ranges::count_if(input.runs, [&](const RunState& run) { return state_word(run) == word; }));
  };
  json.begin_object().member("name", input.plan.name).count("n_subjects", input.table.subjects().size());
  json.count("n_trials", input.table.trials.size()).count("n_splits", input.splits.size());
  json.count("n_runs", input.runs.size()).count("n_done", count_of("done")).count("n_failed", count_of("failed"));
  json.count("n_share", share.size()).key("left_out").begin_array();
  for (const LeftOutItem& item : input.table.left_out) {
    json.begin_object().member("what", item.what).member("reason", item.reason).count("number", item.n).end_object();
  }
  json.end_array().key("warnings").begin_array();
  for (const Warning& warning : warnings) {
    json.begin_object().member("code", std::string_view(warning.code)).member("message", warning.message).end_object();
  }
  json.end_array().key("runs").begin_array();
  const auto ids = ids_of(share);
  for (const RunState& run : input.runs) {
    if (!ids.contains(run.point.id)) continue;
    json.begin_object().member("id", run.point.id).member("state", state_word(run));
    if (run.record) json.member("accuracy", run.record->accuracy);
    if (!run.record && !run.error.empty()) json.member("error", run.error);
    json.end_object();
  }
  json.end_array().raw("rows", summary_json(input)).end_object();
  return json.take() + "\n";
}

void print_some_warnings(const Warnings& of_experiment, const Warnings& of_recordings) {
  print_warnings(of_experiment);
  Warnings some(of_recordings.begin(),
                of_recordings.begin() + static_cast<std::ptrdiff_t>(std::min(kSomeWarnings, of_recordings.size())));
  if (some.size() < of_recordings.size())
    some.back().message +=
        " (and " + std::to_string(of_recordings.size() - some.size()) + " more warnings of recordings)";
  print_warnings(some);
}

}  // namespace eegate::cli
