// The request of a page for a training, as JSON, and its conversion to options of the trainer.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/field_spec.h"
#include "session/open/dataset.h"
#include "session/train/training_data.h"
#include "session/train/training_run.h"

namespace eegate {

struct PageRequest {
  // JSON of a configuration as read_training_start takes it, in which what follows from the data may be missing, and of
  // which
  // {"preset":"gate_gru"} is enough; empty where a model is trained further.
  std::string setup;
  TrainingRequest training;
  SplitRule split = SplitRule::kAuto;
  double validation_share = 1.0 / 6;
  double jitter_s = 0;  // epochs are cut so much longer at both ends, for the trainer to choose from
  std::string date;     // written onto the card as it is
};

// {"config":{...}|null,"options":{...}} with the names of web/api/training_types.ts. Errors: JSON_*, TRAIN_OPTION.
Result<PageRequest> read_page_request(std::string_view json);
// Its fields, of which `eegate schema` writes a type.
std::span<const FieldSpec> training_option_fields();

// The setup completed from the data: sizes, channels, sampling rate, classes, recipe. What it contains itself
// stays. Errors: JSON_*, MODEL_PRESET, MODEL_CONFIG_*.
struct DataFacts {
  std::vector<std::string> ch_names, classes;  // empty: unknown
  std::size_t n_chans = 0, n_times = 0;
  std::size_t n_outputs = 0;  // where there are no names; 0: unknown
  double sfreq = 0;           // 0: unknown
  std::string recipe_json;    // empty: none
};
Result<std::string> completed_setup(const std::string& setup, const DataFacts& facts);
// The same without a model: what is known of the data and an empty configuration, whose sizes are those of the arrays.
std::string setup_without_model(const DataFacts& facts);
// A preset in a setup that names no model yet; `recentre`: of one that learns from recentred trials. Errors: JSON_*,
// MODEL_PRESET, MODEL_CONFIG_CONFLICT.
Result<std::string> setup_with_preset(const std::string& setup, const std::string& preset, bool recentre = false);

// The facts of arrays: epochs [n, C, T] and labels [n], which count the classes, or for `regress` values [n, L].
// Errors: JSON_*, NPY_*.
Result<DataFacts> facts_of_arrays(const std::string& setup, std::span<const std::byte> x, std::span<const std::byte> y);

// Channels, classes and sizes of a setup before there are data; empty and 0 where it has none. Errors: JSON_*,
// TRAIN_TASK.
Result<DataFacts> facts_of_setup(const std::string& setup);
// Of a regression, which has values in place of labels.
Error regression_error();

}  // namespace eegate
