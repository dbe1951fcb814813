// Summary of the runs of an experiment: one row for each model with each band, choice of electrodes and window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/points.h"

namespace eegate {

struct Spread {
  std::size_t n = 0;
  double mean = 0;
  double sample_sd = 0;      // n - 1 below the root; 0 for fewer than two values
  double population_sd = 0;  // n below the root: what the gated-transformer paper prints
};
Spread spread_of(std::span<const double> values);

// Of b - a, pair by pair. The 95 % interval is Student's for the mean of n differences, infinite for fewer than two;
// splits of the same subjects overlap, so the interval tends to be too narrow.
struct PairedDifference {
  std::size_t n = 0;
  double mean = 0, sample_sd = 0;
  double low = 0, high = 0;
};
PairedDifference paired_difference(std::span<const double> a, std::span<const double> b);

// The 97.5 % quantile of Student's t, within 1e-3.
double student_t975(std::size_t degrees_of_freedom);

struct RunRecord {
  std::string id;
  double accuracy = 0, balanced_accuracy = 0, macro_f1 = 0, kappa = 0, ece = 0, chance = 0;
  double validation_accuracy = 0;
  std::size_t n_train = 0, n_validation = 0, n_test = 0;
  std::size_t n_parameters = 0, n_epochs = 0;
  std::int64_t best_epoch = -1;
  double training_s = 0, latency_ms = 0, peak_mib = 0;
  std::string ended, version, cpu_target;
  std::map<std::int32_t, double> subjects;  // accuracy of each
  std::vector<std::size_t> confusion;       // [classes, classes] of the test, rows = truth
};

// Error RUN_FILE for a text that is not a run of this id.
Result<RunRecord> read_run_record(std::string_view json, std::string_view id);

// The message of an error file; empty for another text.
std::string read_run_error(std::string_view json);

// One run, done, failed or still to be done.
struct RunState {
  RunPoint point;
  std::optional<RunRecord> record;
  std::string error;  // of a run that failed
};

struct SummaryRow {
  std::size_t model = 0, band = 0, electrodes = 0, window = 0;
  std::size_t n_runs = 0, n_wanted = 0, n_failed = 0;
  // Over splits, or subjects where splits are within them, seeds averaged first; over seeds where there is one split.
  Spread accuracy, balanced_accuracy, macro_f1, kappa, ece, chance;
  std::optional<PairedDifference> difference;          // from the first model, over what the spread is over
  std::optional<PairedDifference> subject_difference;  // the same over subjects, each one's splits averaged
  std::map<std::int32_t, double> subjects;             // accuracy of each that was tested
  std::vector<std::size_t> confusion;                  // all tests added up, [classes, classes], rows = truth
  std::size_t n_parameters = 0;
  double training_s = 0, n_epochs = 0, latency_ms = 0, peak_mib = 0;  // medians; of the memory the largest
  const PublishedFigure* published = nullptr;
};

struct Summary {
  std::vector<SummaryRow> rows;  // in the order of the points
  bool over_seeds = false;       // the spread is over seeds, because there is one split
};

Summary summarise(const ExperimentPlan& plan, const std::vector<NamedSplit>& splits, const std::vector<RunState>& runs);

}  // namespace eegate
