// The trials of an experiment: subject, position and class of each; and, separately, their samples. The table is
// complete before anything is filtered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "experiment/plan.h"
#include "session/open/arrays.h"
#include "train/splits.h"

namespace eegate {

// The caller finds and opens files.
using OpenSource = std::function<Result<std::shared_ptr<ByteSource>>(const std::string& path)>;
struct RecordingFile {
  std::string path, name;
  std::int32_t subject = 0, run = 0;
};

// Subject and run in a file name by a template such as "S{subject}R{run}.edf"; false if it does not fit.
bool read_file_name(std::string_view pattern, std::string_view name, std::int32_t& subject, std::int32_t& run);

struct Trial {
  std::int32_t subject = 0, group = 0;  // group: the number of the run, or of the array of groups
  std::int32_t file = 0;                // among the files
  std::uint32_t epoch = 0;              // of the file's preparation, or row of the array
  double onset_s = 0, duration_s = 0;
  int label = 0;
};

// What was left out, and why.
struct LeftOutItem {
  std::string what, reason;
  std::size_t n = 1;
};

struct TrialTable {
  std::vector<std::string> classes;
  std::vector<Trial> trials;
  std::vector<std::string> file_names;
  std::vector<std::size_t> used_files;  // of a file in file_names its place in the list that was given
  std::vector<std::string> ch_names;    // where all are taken
  double sfreq = 0;
  std::size_t n_times = 0;
  std::vector<LeftOutItem> left_out;
  Warnings warnings;
  std::string fingerprint;  // 16 hexadecimal digits of all the above, and of the arrays' bytes

  std::vector<std::int32_t> subjects() const;  // ascending, each once
  std::vector<int> labels() const;
  // `by_group`: the group takes the place of the file.
  std::vector<EpochPlace> places(bool by_group) const;
};

// Errors: those of the recordings; PLAN_NO_TRIALS, NPY_*, TRAIN_LABELS, TRAIN_SUBJECTS, PREPARE_MISMATCH.
Result<TrialTable> plan_trials(const ExperimentPlan& plan, const std::vector<RecordingFile>& files,
                               const OpenSource& open, const Progress& progress = {});

// Samples of all trials, filtered by one band, of one choice of electrodes.
struct TrialData {
  std::vector<float> values;  // uV [trials, ch_names, n_times]
  std::vector<std::string> ch_names;
  double sfreq = 0;
  std::size_t n_times = 0;
  std::size_t trial_floats() const { return ch_names.size() * n_times; }
};
struct Variant {
  std::size_t band = 0, electrodes = 0;
};
// Errors: those of the recordings and of the recipe; PREPARE_MISMATCH if the trials are not those of the table.
Result<TrialData> load_trials(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                              const std::vector<RecordingFile>& files, const OpenSource& open,
                              const Progress& progress = {});

// The same without the samples: channels, rate and length, by the first recording or the names of the arrays. Errors:
// those of the recipe, and PICK_MISSING.
Result<TrialData> describe_trials(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                  const std::vector<RecordingFile>& files, const OpenSource& open);

// The recipe of a variant, without epochs.
Recipe variant_recipe(const ExperimentPlan& plan, Variant variant);

// A table of the trials: trial, subject, file, onset_s, duration_s, label.
std::string trials_tsv(const TrialTable& table);

Result<TrialTable> plan_recordings(const ExperimentPlan& plan, const std::vector<RecordingFile>& files,
                                   const OpenSource& open, const Progress& progress);
Result<TrialData> load_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                  const std::vector<RecordingFile>& files, const OpenSource& open,
                                  const Progress& progress);

Result<TrialData> describe_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                      const std::vector<RecordingFile>& files, const OpenSource& open);

// `contents` receives a text that identifies these arrays.
Result<TrialTable> plan_arrays(const ExperimentPlan& plan, const OpenSource& open, std::string& contents);
Result<TrialData> load_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                              const OpenSource& open);
Result<TrialData> describe_arrays(const ExperimentPlan& plan, const TrialTable& table, Variant variant);

}  // namespace eegate
