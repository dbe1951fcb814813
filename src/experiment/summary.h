// Summary of the runs of an experiment: one row for each model with each band, choice of electrodes and window.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/points.h"
#include "experiment/run_record.h"
#include "experiment/statistics.h"

namespace eegate {

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
