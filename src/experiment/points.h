// The points of an experiment: every model with every band, choice of electrodes, window, split and seed;
// and the splits that a plan asks for, on whatever subjects and groups there are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiment/plan.h"
#include "experiment/trials.h"

namespace eegate {

struct NamedSplit {
  std::string name;
  Split split;
  std::optional<std::int32_t> subject;  // of splits within one subject
};

// No subject or group is in two sets. Subjects that a rule within subjects cannot divide are left out, with a warning.
// Errors: TRAIN_SPLIT.
Result<std::vector<NamedSplit>> make_splits(const PlanSplits& rule, const TrialTable& table, Warnings& warnings);

struct RunPoint {
  std::size_t band = 0, electrodes = 0, window = 0, split = 0, seed = 0, model = 0;
  // Readable names, and a hash of all that determines the result: the same point has the same id in every call, and
  // another one in a plan that changes it.
  std::string id;
};

// Samples of a trial.
struct WindowSamples {
  std::size_t first = 0, n = 0;
};
// Error PLAN_VALUE for a window that the trials do not hold.
Result<WindowSamples> window_samples(const ExperimentPlan& plan, std::size_t window, const TrialTable& table);

// Models change fastest, then seeds, splits, windows, electrodes, bands: what is to be compared is soon there, and data
// that were filtered are used up before the next ones are. Error PLAN_VALUE.
Result<std::vector<RunPoint>> make_points(const ExperimentPlan& plan, const TrialTable& table,
                                          const std::vector<NamedSplit>& splits);

// Every n-th point from the i-th on, i from 1 to n: the shards of an experiment are disjoint, and together all of it.
struct RunShard {
  std::size_t i = 1, n = 1;
};
// "3/16". Error PLAN_SHARD.
Result<RunShard> read_shard(std::string_view text);
std::vector<RunPoint> points_of_shard(const std::vector<RunPoint>& points, RunShard shard);

}  // namespace eegate
