// The configuration of a model: what every architecture has in common, and the fields of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/json.h"
#include "files/strict_object.h"

namespace eegate {

enum class Task { kClassify, kBinary, kRegress };
// How the model standardises a trial before anything else: docs/MODEL.md.
enum class Standardize { kNone, kZscore, kZscoreMath, kZscoreKeras, kZscoreTorch, kZscoreTrial };

inline constexpr auto kTasks =
    option_table<Task>({{"classify", Task::kClassify}, {"binary", Task::kBinary}, {"regress", Task::kRegress}});
inline constexpr auto kStandardizeRules = option_table<Standardize>({{"none", Standardize::kNone},
                                                                     {"zscore", Standardize::kZscore},
                                                                     {"zscore_math", Standardize::kZscoreMath},
                                                                     {"zscore_keras", Standardize::kZscoreKeras},
                                                                     {"zscore_torch", Standardize::kZscoreTorch},
                                                                     {"zscore_trial", Standardize::kZscoreTrial}});

using ConfigNode = StrictObject;  // an object of a configuration

struct ModelConfig {
  std::string architecture;  // "transformer", "eegnet", ...
  std::size_t n_chans = 0;
  std::size_t n_times = 0;
  std::size_t n_outputs = 0;
  Task task = Task::kClassify;
  Standardize standardize = Standardize::kZscore;
  std::string preset;
  std::vector<std::string> ch_names;  // where they are known: networks that lay out electrodes ask for them
  ConfigNode fields;                  // everything, the common fields included, derived ones resolved

  // Names that `classes` must have: n_outputs, or two for `binary`.
  std::size_t n_classes() const { return task == Task::kBinary ? 2 : n_outputs; }
  // The resolved configuration as JSON text, every field written.
  std::string to_json() const;
};

// Errors: MODEL_CONFIG_UNKNOWN, _MISSING, _TYPE, _VALUE, _CONFLICT.
Result<ModelConfig> read_config(const JsonValue& object);

// MODEL_CONFIG_CONFLICT: fields that do not fit together.
Error config_conflict(std::string message, const std::string& field, std::string found = {}, std::string expected = {});

// The configuration of a named preset for these sizes (docs/MODEL.md, "Presets"). Error MODEL_PRESET for an unknown
// name.
Result<ModelConfig> preset_config(std::string_view preset, std::size_t n_chans, std::size_t n_times,
                                  std::size_t n_outputs, Task task = Task::kClassify);
// Networks, which learn step by step, and what is fitted in one go (train/closed_form.h).
std::vector<std::string_view> preset_names();
std::vector<std::string_view> fitted_preset_names();
// The members of a preset's JSON object, without braces: the fields in which it differs from the defaults.
Result<std::string_view> preset_fields(std::string_view preset);

}  // namespace eegate
