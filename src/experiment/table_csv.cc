// The table for programs: fractions instead of percent, with enough digits.

#include <cmath>

#include "base/numbers_as_text.h"
#include "experiment/table.h"
#include "experiment/table_text.h"
#include "session/output/json_out.h"

namespace eegate {
namespace {

using Cells = std::vector<std::string>;

void add_difference(Cells& cells, const std::optional<PairedDifference>& difference) {
  if (!difference) return cells.insert(cells.end(), 4, ""), void();
  cells.push_back(number_text(difference->mean));
  for (const double end : {difference->low, difference->high})
    cells.push_back(difference->n > 1 ? number_text(end) : "");
  cells.push_back(std::to_string(difference->n));
}

// Of a row of the table or a point of the plan.
template <class Place>
Cells names_of(const ExperimentPlan& plan, const Place& at) {
  return {plan.models[at.model].name, plan.bands[at.band].name, plan.electrodes[at.electrodes].name,
          plan.windows[at.window].name};
}

}  // namespace

std::string table_csv(const TableInput& input) {
  std::string csv =
      "model,band,electrodes,window,n_runs,n_wanted,n,accuracy,sample_sd,population_sd,balanced_accuracy,macro_f1,"
      "kappa,"
      "ece,chance,difference,difference_low,difference_high,difference_n,subject_difference,subject_difference_low,"
      "subject_difference_high,subject_difference_n,n_parameters,n_epochs,training_s,latency_ms,peak_mib,"
      "published_accuracy,published_spread\n";
  for (const SummaryRow& row : input.summary.rows) {
    Cells cells = names_of(input.plan, row);
    for (const std::size_t count : {row.n_runs, row.n_wanted, row.accuracy.n}) cells.push_back(std::to_string(count));
    const bool done = row.n_runs > 0, spread = row.accuracy.n > 1;
    cells.push_back(done ? number_text(row.accuracy.mean) : "");
    cells.push_back(spread ? number_text(row.accuracy.sample_sd) : "");
    cells.push_back(spread ? number_text(row.accuracy.population_sd) : "");
    for (const Spread* figure : {&row.balanced_accuracy, &row.macro_f1, &row.kappa, &row.ece, &row.chance})
      cells.push_back(done && std::isfinite(figure->mean) ? number_text(figure->mean) : "");
    add_difference(cells, row.difference);
    add_difference(cells, row.subject_difference);
    cells.push_back(std::to_string(row.n_parameters));
    for (const double value : {row.n_epochs, row.training_s, row.latency_ms, row.peak_mib})
      cells.push_back(number_text(value));
    cells.push_back(row.published != nullptr ? number_text(row.published->accuracy) : "");
    cells.push_back(row.published != nullptr && row.published->spread ? number_text(*row.published->spread) : "");
    csv += csv_row(cells);
  }
  return csv;
}

std::string runs_csv(const TableInput& input) {
  std::string csv =
      "id,model,band,electrodes,window,split,seed,state,accuracy,balanced_accuracy,macro_f1,kappa,ece,chance,"
      "validation_accuracy,n_train,n_validation,n_test,n_parameters,n_epochs,best_epoch,ended\n";
  for (const RunState& run : input.runs) {
    Cells cells = names_of(input.plan, run.point);
    cells.insert(cells.begin(), run.point.id);
    cells.push_back(input.splits[run.point.split].name);
    cells.push_back(std::to_string(input.plan.seeds[run.point.seed]));
    if (!run.record) {
      cells.emplace_back(run.error.empty() ? "to do" : "failed");
      cells.insert(cells.end(), 14, "");
      csv += csv_row(cells);
      continue;
    }
    const RunRecord& record = *run.record;
    cells.emplace_back("done");
    for (const double value : {record.accuracy, record.balanced_accuracy, record.macro_f1, record.kappa, record.ece,
                               record.chance, record.validation_accuracy})
      cells.push_back(std::isfinite(value) ? number_text(value) : "");
    for (const std::size_t count :
         {record.n_train, record.n_validation, record.n_test, record.n_parameters, record.n_epochs})
      cells.push_back(std::to_string(count));
    cells.push_back(record.best_epoch >= 0 ? std::to_string(record.best_epoch) : "");
    cells.push_back(record.ended);
    csv += csv_row(cells);
  }
  return csv;
}

std::string summary_json(const TableInput& input) {
  JsonOut json(Keys::kSnake);
  json.writer().begin_array();
  for (const SummaryRow& row : input.summary.rows) {
    const Cells names = names_of(input.plan, row);
    json.begin_object().member("model", names[0]).member("band", names[1]).member("electrodes", names[2]);
    json.member("window", names[3]).count("n_runs", row.n_runs).count("n_wanted", row.n_wanted);
    json.count("n_failed", row.n_failed).count("n", row.accuracy.n).member("accuracy", row.accuracy.mean);
    json.member("sample_sd", row.accuracy.sample_sd).member("population_sd", row.accuracy.population_sd);
    json.member("balanced_accuracy", row.balanced_accuracy.mean).member("macro_f1", row.macro_f1.mean);
    json.member("kappa", row.kappa.mean).member("ece", row.ece.mean).member("chance", row.chance.mean);
    json.count("n_parameters", row.n_parameters).member("training_s", row.training_s);
    json.member("latency_ms", row.latency_ms);
    json.key("difference");
    if (const auto& d = row.difference; d)
      json.begin_object()
          .member("mean", d->mean)
          .member("low", d->low)
          .member("high", d->high)
          .count("n", d->n)
          .end_object();
    else
      json.writer().null();
    json.key("published");
    if (row.published != nullptr)
      json.writer().value(row.published->accuracy);
    else
      json.writer().null();
    json.end_object();
  }
  json.writer().end_array();
  return json.take();
}

}  // namespace eegate
