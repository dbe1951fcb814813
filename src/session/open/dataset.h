// Epochs of several recordings in one array, with labels and subjects: what training and evaluation read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "signal/epochs.h"
#include "signal/prepare.h"
#include "signal/recipe.h"

namespace eegate {

struct DatasetEpoch {
  std::size_t file = 0;  // among Dataset::file_names
  double onset_s = 0, duration_s = 0;
  std::string label;
};

// A subject by its name, which may be a number, or the unknown subject of a single file.
struct NamedSubject {
  std::string name;
  std::int32_t number = -1;
  bool is_given = false;
};

struct Dataset {
  std::vector<std::string> ch_names;
  double sfreq = 0;
  std::size_t n_times = 0;
  std::vector<float> values;  // uV [epochs.size(), ch_names.size(), n_times]
  std::vector<DatasetEpoch> epochs;
  std::vector<std::int64_t> labels;      // by epoch: index into label_names, -1 without a label
  std::vector<std::string> label_names;  // as in the recipe, or by first appearance
  std::vector<std::string> file_names;
  std::vector<std::int32_t> subjects;  // by file: at least 0, or negative for those whose name is no number
  std::vector<NamedSubject> named;
  std::vector<LeftOut> left_out;
  Warnings warnings;

  std::size_t epoch_floats() const { return ch_names.size() * n_times; }
  std::vector<std::int32_t> subjects_by_epoch() const;
  // Numbers the labels by their names, whichever came first.
  void sort_labels();
};

// Appends the epochs of a recording, without their values; the dataset's label names are those that it has, and others
// by first appearance. `subject` as in DatasetPart::plan. Error PREPARE_MISMATCH.
Result<> append_epochs(Dataset& dataset, const std::string& file_name, const std::vector<std::string>& ch_names,
                       const PreparePlan& plan, std::string_view subject = {});

// Prepares a recording and appends its epochs. All must agree in channels, rate and length. Errors: PREPARE_MISMATCH,
// and those of Preparation.
Result<> append_recording(Dataset& dataset, OpenRecording& open, const Recipe& recipe);

// The same in two steps, so that the number of epochs is known before anything is filtered: first everything but
// `values`, which must then be resized for all epochs, and then the values, a short step with each call.
class DatasetPart {
 public:
  // `ch_names` are used where the recipe picks no channels. Recordings of one subject share `subject`: a number or any
  // other text; empty: the file name decides.
  static Result<DatasetPart> plan(Dataset& dataset, OpenRecording& open, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names = {}, std::string_view subject = {});
  // Returns how much is done, 1 at the end.
  Result<double> load(Dataset& dataset);
  // Instead of loading: the next epochs, as the same part of another engine loaded them. False unless these are whole
  // epochs, and not more than are missing.
  bool add_loaded(Dataset& dataset, std::span<const float> values);
  // The epochs that are loaded.
  std::span<const float> loaded(const Dataset& dataset) const;
  bool is_loaded() const { return n_loaded_ == preparation_.plan().epochs.size(); }

 private:
  DatasetPart(Preparation preparation, std::size_t first) : preparation_(std::move(preparation)), first_(first) {}
  Preparation preparation_;
  std::size_t first_, n_loaded_ = 0;
};

// PREPARE_NO_LABELS unless every epoch has a label.
Result<> check_labels(const Dataset& dataset);

// The number in names such as "S007R04.edf"; nothing for other names.
std::optional<std::int32_t> subject_in_name(std::string_view file_name);

// As .npy bytes: epochs float32 [n, C, T], labels int64 [n] (error PREPARE_NO_LABELS if an epoch has none), subjects
// int32 [n], numbers of the recordings int32 [n].
std::vector<std::byte> epochs_npy(const Dataset& dataset);
Result<std::vector<std::byte>> labels_npy(const Dataset& dataset);
std::vector<std::byte> subjects_npy(const Dataset& dataset);
std::vector<std::byte> runs_npy(const Dataset& dataset);
// A table with the columns file, onset_s, duration_s, label.
std::string epochs_tsv(const Dataset& dataset);

}  // namespace eegate
