// The configuration of a model: the fields that all architectures have, typed, and those of its architecture.
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
// How the model standardises its input (docs/MODEL.md).
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
inline constexpr ObjectForm kConfigForm = {.name = "configuration",
                                           .unknown_code = "MODEL_CONFIG_UNKNOWN",
                                           .type_code = "MODEL_CONFIG_TYPE",
                                           .value_code = "MODEL_CONFIG_VALUE",
                                           .missing_code = "MODEL_CONFIG_MISSING",
                                           .fraction_code = "MODEL_CONFIG_TYPE",
                                           .unknown_hint = "It may change what the weights mean."};

struct ModelConfig {
  std::string architecture;  // "transformer", "eegnet", ...
  std::size_t n_chans = 0;
  std::size_t n_times = 0;
  std::size_t n_outputs = 0;
  Task task = Task::kClassify;
  Standardize standardize = Standardize::kZscore;
  std::string preset;
  std::vector<std::string> ch_names;  // electrodes, if known; only networks that lay out electrodes need them
  ConfigNode fields;                  // all fields, the common ones included, with derived fields resolved

  // The number of class names that a model file must have: n_outputs, or two for `binary`.
  std::size_t n_classes() const { return task == Task::kBinary ? 2 : n_outputs; }
  // The resolved configuration as JSON text, with every field.
  std::string to_json() const;
};

// What every architecture has, of fields that were read by its schema; not checked further.
ModelConfig config_of_fields(std::string_view architecture, ConfigNode fields);
// Errors: MODEL_CONFIG_UNKNOWN, _MISSING, _TYPE, _VALUE, _CONFLICT.
Result<ModelConfig> read_config(const JsonValue& object);

// The error MODEL_CONFIG_CONFLICT: fields that contradict each other.
Error config_conflict(std::string message, const std::string& field, std::string found = {}, std::string expected = {});

// The configuration of a preset for these sizes (docs/MODEL.md, "Presets"). Error MODEL_PRESET for an unknown name.
Result<ModelConfig> preset_config(std::string_view preset, std::size_t n_chans, std::size_t n_times,
                                  std::size_t n_outputs, Task task = Task::kClassify);
// Presets of networks, which are trained by gradient descent, and of classifiers with a closed-form fit
// (train/closed_form.h).
std::vector<std::string_view> preset_names();
std::vector<std::string_view> fitted_preset_names();
// The fields in which a preset differs from the defaults, as the members of a JSON object without braces.
Result<std::string_view> preset_fields(std::string_view preset);

}  // namespace eegate
