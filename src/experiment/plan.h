// The plan of an experiment: data, processing, models, and the axes along which they are compared.
// docs/EXPERIMENTS.md has the keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "session/train/training_run.h"
#include "signal/recipe.h"
#include "train/init.h"
#include "train/splits.h"

namespace eegate {

// Trials of some runs: around annotations whose text means a class, or windows of one class. The meaning of an
// annotation may depend on the run, hence the groups.
struct PlanGroup {
  enum class Take { kAnnotations, kDisjointWindows, kRandomWindows };
  std::vector<std::int32_t> runs;
  Take take = Take::kAnnotations;
  std::vector<std::pair<std::string, std::string>> labels;  // annotation text -> class
  std::string label;                                        // of windows
  std::size_t n_windows = 0;  // random ones per subject; 0: as many as the subject's other classes have in the mean
  std::uint64_t seed = 0;     // of their starts
};

struct PlanRecordings {
  std::vector<std::string> paths;                  // folders, files or globs
  std::string file_name = "S{subject}R{run}.edf";  // where subject and run are in the name
  std::vector<std::int32_t> subjects;              // empty: all that are there
  std::vector<std::int32_t> excluded;
  std::string exclusion;  // the name of a known list; empty: written out
  std::vector<PlanGroup> groups;
  double tmin_s = 0, tmax_s = 0;  // around an annotation's onset
  double sfreq = 0;               // runs at another rate are left out; 0: any
  double shortest_s = 0, longest_s = std::numeric_limits<double>::infinity();  // duration of an annotation
  std::size_t min_trials = 0;                                                  // around annotations, of a subject
};

// The user's own arrays: epochs [n, C, T], labels [n], and for each epoch a subject and a group that no split may part
// (an image, a run).
struct PlanArrays {
  std::string x, y, subjects, groups;
  double sfreq = 160;
  std::vector<std::string> classes, ch_names;
};

struct PlanTraining {
  TrainingRequest request;
  InitRule init = InitRule::kTorch;
};

struct PlanModel {
  std::string name;
  std::string setup;        // JSON for completed_setup()
  bool band_power = false;  // no network: log band powers and a linear classifier
  PlanTraining training;
};

struct PlanBand {
  std::string name;
  std::optional<BandpassStep> bandpass;
  std::string x;  // arrays that are filtered already
};

struct PlanWindow {
  std::string name;
  double from_s = 0, to_s = -1;  // after the first sample of a trial; negative: its end
};

struct PlanElectrodes {
  std::string name;
  std::vector<std::string> pick;  // empty: all
};

// How trials are divided into training, validation and test.
struct PlanSplits {
  enum class Rule { kRatio, kFolds, kLeaveOneOut, kPerSubject, kGiven };
  enum class By { kSubject, kGroup, kBlock };  // what stays together; blocks of time within recordings
  struct Given {
    std::string name;
    std::vector<std::int32_t> validation, test;
  };
  Rule rule = Rule::kRatio;
  By by = By::kSubject;
  std::array<std::size_t, 3> ratio = {4, 1, 1};
  std::vector<std::uint64_t> seeds = {0};
  std::size_t n_folds = 0;
  std::vector<std::int32_t> validation_runs, test_runs;  // within each subject
  std::vector<Given> given;
};

// A published figure, for the rows to which it belongs; empty names match every row.
struct PublishedFigure {
  std::string model, band, window, electrodes;
  double accuracy = 0;                                   // share, not percent
  std::optional<double> spread;                          // as printed
  std::vector<std::pair<std::string, double>> subjects;  // their single values, by their names there
};
struct Published {
  std::string source, differs;
  std::vector<PublishedFigure> figures;
};

struct ExperimentPlan {
  std::string name, description, notes;
  std::string dataset;  // "eegmmidb", "brain_visual" or empty
  std::variant<PlanRecordings, PlanArrays> data;
  Recipe recipe;  // without epochs; pick and band-pass are those of a point where they are axes
  std::vector<PlanModel> models;
  std::vector<PlanBand> bands;
  std::vector<PlanWindow> windows;
  std::vector<PlanElectrodes> electrodes;
  PlanSplits splits;
  std::vector<std::uint64_t> seeds = {0};
  std::optional<Published> published;
  double suspect_above = 1;  // an accuracy from here on is probably a leak

  bool is_arrays() const { return std::holds_alternative<PlanArrays>(data); }
};

// Errors: JSON_*, RECIPE_*, PLAN_UNKNOWN_KEY, PLAN_MISSING, PLAN_TYPE, PLAN_VALUE, PLAN_CONFLICT, PLAN_VERSION.
Result<ExperimentPlan> parse_plan(std::string_view json);

// A note on every result of this data set; empty for most.
std::string_view dataset_warning(const ExperimentPlan& plan);

}  // namespace eegate
