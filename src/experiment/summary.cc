#include "experiment/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "files/json.h"

namespace eegate {
namespace {

using Key = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;  // band, electrodes, window, model
using Figure = double RunRecord::*;

Key key_of(const RunPoint& point) { return {point.band, point.electrodes, point.window, point.model}; }

double mean_of(const std::vector<double>& values) { return spread_of(values).mean; }

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The runs of one row, with a record.
struct RowRuns {
  std::vector<const RunState*> done;
  const std::vector<NamedSplit>* splits = nullptr;
  bool over_seeds = false;

  std::int64_t unit_of(const RunPoint& point) const {
    if (over_seeds) return static_cast<std::int64_t>(point.seed);
    const NamedSplit& split = (*splits)[point.split];
    return split.subject ? *split.subject : static_cast<std::int64_t>(point.split);
  }
  // One value for each split, for each subject where splits are within subjects, or for each seed.
  std::map<std::int64_t, double> units(Figure figure) const {
    std::map<std::int64_t, std::vector<double>> values;
    for (const RunState* run : done) {
      const double value = (*run->record).*figure;
      if (!std::isnan(value)) values[unit_of(run->point)].push_back(value);
    }
    std::map<std::int64_t, double> means;
    for (const auto& [unit, of_unit] : values) means[unit] = mean_of(of_unit);
    return means;
  }
  std::map<std::int32_t, double> subjects() const {
    std::map<std::int32_t, std::vector<double>> values;
    for (const RunState* run : done) {
      for (const auto& [subject, accuracy] : run->record->subjects) values[subject].push_back(accuracy);
    }
    std::map<std::int32_t, double> means;
    for (const auto& [subject, of_subject] : values) means[subject] = mean_of(of_subject);
    return means;
  }
  double median(Figure figure) const {
    std::vector<double> values;
    values.reserve(done.size());
    for (const RunState* run : done) values.push_back((*run->record).*figure);
    return median_of(std::move(values));
  }
};

template <class Unit>
Spread spread_of_units(const std::map<Unit, double>& units) {
  std::vector<double> values;
  values.reserve(units.size());
  for (const auto& [unit, value] : units) values.push_back(value);
  return spread_of(values);
}

// Only over what both have.
template <class Unit>
std::optional<PairedDifference> difference(const std::map<Unit, double>& first, const std::map<Unit, double>& second) {
  std::vector<double> a, b;
  for (const auto& [unit, value] : first) {
    const auto other = second.find(unit);
    if (other == second.end()) continue;
    a.push_back(value);
    b.push_back(other->second);
  }
  if (a.empty()) return std::nullopt;
  return paired_difference(a, b);
}

const PublishedFigure* published_for(const ExperimentPlan& plan, const SummaryRow& row) {
  if (!plan.published) return nullptr;
  const auto fits = [](const std::string& wanted, const std::string& name) { return wanted.empty() || wanted == name; };
  for (const PublishedFigure& figure : plan.published->figures) {
    if (fits(figure.model, plan.models[row.model].name) && fits(figure.band, plan.bands[row.band].name) &&
        fits(figure.window, plan.windows[row.window].name) &&
        fits(figure.electrodes, plan.electrodes[row.electrodes].name))
      return &figure;
  }
  return nullptr;
}

void fill_row(SummaryRow& row, const RowRuns& runs) {
  row.n_runs = runs.done.size();
  row.accuracy = spread_of_units(runs.units(&RunRecord::accuracy));
  row.balanced_accuracy = spread_of_units(runs.units(&RunRecord::balanced_accuracy));
  row.macro_f1 = spread_of_units(runs.units(&RunRecord::macro_f1));
  row.kappa = spread_of_units(runs.units(&RunRecord::kappa));
  if (row.kappa.n == 0) row.kappa.mean = std::nan("");
  row.ece = spread_of_units(runs.units(&RunRecord::ece));
  row.chance = spread_of_units(runs.units(&RunRecord::chance));
  row.subjects = runs.subjects();
  row.training_s = runs.median(&RunRecord::training_s);
  row.latency_ms = runs.median(&RunRecord::latency_ms);
  std::vector<double> n_epochs;
  for (const RunState* run : runs.done) {
    row.n_parameters = run->record->n_parameters;
    row.peak_mib = std::max(row.peak_mib, run->record->peak_mib);
    n_epochs.push_back(static_cast<double>(run->record->n_epochs));
    row.confusion.resize(std::max(row.confusion.size(), run->record->confusion.size()));
    for (std::size_t i = 0; i < run->record->confusion.size(); ++i) row.confusion[i] += run->record->confusion[i];
  }
  row.n_epochs = median_of(std::move(n_epochs));
}

}  // namespace

Summary summarise(const ExperimentPlan& plan, const std::vector<NamedSplit>& splits,
                  const std::vector<RunState>& runs) {
  Summary summary{.over_seeds = splits.size() == 1 && plan.seeds.size() > 1};
  std::map<Key, RowRuns> by_row;
  std::map<Key, SummaryRow> rows;
  for (const RunState& run : runs) {
    const Key key = key_of(run.point);
    SummaryRow& row = rows[key];
    std::tie(row.band, row.electrodes, row.window, row.model) = key;
    ++row.n_wanted;
    row.n_failed += !run.record && !run.error.empty() ? 1 : 0;
    by_row[key].over_seeds = summary.over_seeds;
    by_row[key].splits = &splits;
    if (run.record) by_row[key].done.push_back(&run);
  }
  for (auto& [key, row] : rows) {
    const RowRuns& own = by_row[key];
    const RowRuns& first = by_row[{row.band, row.electrodes, row.window, 0}];
    fill_row(row, own);
    if (row.model != 0) {
      row.difference = difference(first.units(&RunRecord::accuracy), own.units(&RunRecord::accuracy));
      row.subject_difference = difference(first.subjects(), own.subjects());
    }
    row.published = published_for(plan, row);
    summary.rows.push_back(row);
  }
  return summary;
}

Result<RunRecord> read_run_record(std::string_view json, std::string_view id) {
  const auto document = JsonDocument::parse(json);
  const JsonValue root = document.ok() ? document->root() : JsonValue();
  if (root.get("format").string() != "eegate-run-1" || root.get("id").string() != id || !root.get("test").is_object())
    return Error{.code = "RUN_FILE",
                 .message = "This is not the file of the run",
                 .found = quoted(json, 60),
                 .expected = "eegate-run-1 of " + std::string(id),
                 .hint = "Delete it, and the run is done again."};
  const auto count = [](JsonValue value) {
    return static_cast<std::size_t>(std::max<std::int64_t>(0, value.integer().value_or(0)));
  };
  const JsonValue test = root.get("test"), measured = root.get("measured"), versions = root.get("versions");
  const JsonValue n_trials = root.get("n_trials");
  RunRecord record{.id = std::string(id),
                   .accuracy = test.get("accuracy").number(),
                   .balanced_accuracy = test.get("balanced_accuracy").number(),
                   .macro_f1 = test.get("macro_f1").number(),
                   .kappa = test.get("kappa").is_number() ? test.get("kappa").number() : std::nan(""),
                   .ece = test.get("ece").number(),
                   .chance = test.get("chance").number(),
                   .validation_accuracy = root.get("validation").get("accuracy").number(),
                   .n_train = count(n_trials.get("train")),
                   .n_validation = count(n_trials.get("validation")),
                   .n_test = count(n_trials.get("test")),
                   .n_parameters = count(root.get("n_parameters")),
                   .n_epochs = count(root.get("n_epochs")),
                   .best_epoch = root.get("best_epoch").integer().value_or(-1),
                   .training_s = measured.get("training_s").number(),
                   .latency_ms = measured.get("latency_ms").number(),
                   .peak_mib = measured.get("peak_mib").number(),
                   .ended = std::string(root.get("ended").string()),
                   .version = std::string(versions.get("eegate").string()),
                   .cpu_target = std::string(versions.get("cpu_target").string())};
  for (const JsonValue& entry : root.get("per_subject").elements()) {
    record.subjects[static_cast<std::int32_t>(entry.get("subject").integer().value_or(0))] =
        entry.get("accuracy").number();
  }
  for (const JsonValue& row : test.get("confusion_matrix").elements()) {
    for (const JsonValue& cell : row.elements()) record.confusion.push_back(count(cell));
  }
  return record;
}

std::string read_run_error(std::string_view json) {
  const auto document = JsonDocument::parse(json);
  if (!document.ok()) return {};
  const JsonValue error = document->root().get("error");
  std::string text = std::string(error.get("code").string()) + ": " + std::string(error.get("message").string());
  for (const char* key : {"field", "place", "found", "expected"}) {
    const std::string_view value = error.get(key).string();
    if (!value.empty()) text += std::string(", ") + key + " " + std::string(value);
  }
  return text;
}

Spread spread_of(std::span<const double> values) {
  Spread spread{.n = values.size()};
  if (values.empty()) return spread;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) spread.mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.population_sd = std::sqrt(squares / n);
  if (values.size() > 1) spread.sample_sd = std::sqrt(squares / (n - 1));
  return spread;
}

PairedDifference paired_difference(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
  const Spread spread = spread_of(differences);
  const double half = spread.n > 1
                          ? student_t975(spread.n - 1) * spread.sample_sd / std::sqrt(static_cast<double>(spread.n))
                          : std::numeric_limits<double>::infinity();
  return {spread.n, spread.mean, spread.sample_sd, spread.mean - half, spread.mean + half};
}

double student_t975(std::size_t degrees_of_freedom) {
  constexpr double kFew[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281};
  if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
  if (degrees_of_freedom <= std::size(kFew)) return kFew[degrees_of_freedom - 1];
  // Cornish and Fisher's expansion around the normal quantile (Abramowitz, Stegun 26.7.5).
  const double z = 1.959963984540054, n = static_cast<double>(degrees_of_freedom);
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace eegate
